// What is asked, as one value: it becomes a request to the table, and the part of the address behind the #.

export const SECTIONS = ["goal", "required", "permitted", "forbidden", "resources"];
const EMPTY = Object.fromEntries(SECTIONS.map((name) => [name, ""]));
const ALLOWED = {
  mode: ["equation", "expression"],
  challenge: ["none", "now", "impossible", "no-goal"],
  ask: ["full", "value"],
  where: ["solution", "goal"],
  source: ["text", "cubes"],
};

/** The division's entry in what the rules offer. */
export function divisionOf(choices, state) {
  const ruleset = choices.rulesets.find((each) => each.ruleset === state.ruleset) ?? choices.rulesets[0];
  return ruleset.divisions.find((each) => each.division === state.division) ?? ruleset.divisions[0];
}

/** The same terms with nothing on mat and paper. */
export function cleared(state) {
  return { ...state, useMat: false, mat: EMPTY, text: "" };
}

/** State as the part of an address behind the #, readable for people too. */
export function toFragment(state) {
  const fields = new URLSearchParams();
  fields.set("ruleset", state.ruleset);
  fields.set("division", state.division);
  for (const [name, option] of Object.entries(state.variations)) {
    fields.append("variation", option === null ? name : `${name}:${option}`);
  }
  for (const [name, [usual]] of Object.entries(ALLOWED)) if (state[name] !== usual) fields.set(name, state[name]);
  if (state.useMat) fields.set("mat", "yes");
  for (const name of SECTIONS) if (state.mat[name].trim()) fields.set(name, state.mat[name].trim());
  if (state.text) fields.set("text", state.text);
  return `#${fields}`;
}

/** The other direction. Whatever is missing or not offered takes its usual value. */
export function fromFragment(fragment, choices) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const ruleset = choices.rulesets.find((each) => each.ruleset === fields.get("ruleset")) ?? choices.rulesets[0];
  const usual = ruleset.divisions.find((each) => each.division === "middle") ?? ruleset.divisions[0];
  const division = ruleset.divisions.find((each) => each.division === fields.get("division")) ?? usual;
  const state = { ruleset: ruleset.ruleset, division: division.division, variations: {} };
  for (const written of fields.getAll("variation")) {
    const [name, option] = written.split(":");
    const offered = division.variations.find((each) => each.name === name);
    if (offered) state.variations[name] = optionOf(offered, option);
  }
  for (const [name, values] of Object.entries(ALLOWED)) {
    state[name] = values.includes(fields.get(name)) ? fields.get(name) : values[0];
  }
  state.useMat = fields.get("mat") === "yes";
  state.mat = Object.fromEntries(SECTIONS.map((name) => [name, fields.get(name) ?? ""]));
  state.text = fields.get("text") ?? "";
  return state;
}

/** The option of a variation that was written so; its first one for anything else, null where it has none. */
export function optionOf(offered, written) {
  if (!offered.options?.length) return null;
  return offered.options.find((option) => String(option) === String(written)) ?? offered.options[0];
}

/** The request that the table understands. Only what the division has is sent. */
export function request(state, choices) {
  const division = divisionOf(choices, state);
  const variations = division.variations.filter(({ name }) => name in state.variations).map((offered) =>
    offered.options?.length ? { name: offered.name, [offered.field]: state.variations[offered.name] } : offered.name);
  const terms = { ruleset: state.ruleset, division: state.division, variations };
  if (state.mode === "expression") {
    const subject = state.source === "cubes" ? { cubes: state.mat.goal.trim() } : { text: state.text };
    return { kind: "expression", ...terms, where: state.source === "cubes" ? "goal" : state.where, ...subject };
  }
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, state.mat[name].trim()]));
  return {
    kind: "equation", ...terms, challenge: state.challenge, ...(state.useMat ? { mat: sections } : {}),
    equation: state.text, ask: state.ask,
  };
}
