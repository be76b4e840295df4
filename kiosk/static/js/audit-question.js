// The question that the page's address asks: which match, which lines, in which order. The exports ask the same.

export const FILTERS = ["player", "task", "status", "judge", "shake"];
const NAMES = ["match", ...FILTERS, "sort"];

/** The question of an address: {match: "", player: [], …, sort: ""}. */
export function read(search) {
  const asked = new URLSearchParams(search);
  const one = (name) => asked.get(name) ?? "";
  return { match: one("match"), sort: one("sort"), ...Object.fromEntries(FILTERS.map((name) => [name, [...new Set(asked.getAll(name).filter(Boolean))]])) };
}

/** The question as names and lists of values; empty ones are left out. */
export function values(question) {
  return Object.fromEntries(NAMES.map((name) => [name, [question[name]].flat().filter(Boolean)]).filter(([, all]) => all.length));
}

/** The question as the part of an address behind the question mark. */
export function written(question, more = {}) {
  const pairs = [...Object.entries(values(question)), ...Object.entries(more).map(([name, value]) => [name, [value]])];
  return new URLSearchParams(pairs.flatMap(([name, all]) => all.map((value) => [name, String(value)]))).toString();
}

/** Are some lines left out? */
export const narrowed = (question) => FILTERS.some((name) => question[name].length > 0);

/** The question without any filter. */
export const widened = (question) => ({ ...question, ...Object.fromEntries(FILTERS.map((name) => [name, []])) });
