// The lines of a timeline as the list shows them, and what can be asked of them: filters, words, order.
import { withCubes } from "./cubes.js";
import { h } from "./dom.js";
import { say } from "./words.js";

export const FILTERS = ["all", "disputed", "moves", "challenges", "time", "judges"];

/** A moment of the match as minutes and seconds. */
export function momentText(t) {
  const seconds = Math.floor(t / 1000);
  return say("review.time", { minutes: Math.floor(seconds / 60), seconds: String(seconds % 60).padStart(2, "0") });
}

/** The lines that a filter and words leave. */
export function filtered(lines, filter, words) {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    if (filter !== "all" && !line.groups?.includes(filter)) return false;
    if (!wanted.length) return true;
    const text = [line.text, momentText(line.t), line.name, line.actor ?? "", ...(line.says ?? []).flatMap((said) => [said.text, said.cite ?? ""])].join(" ").toLocaleLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** The lines in the wanted order with a heading before each shake. */
export function grouped(lines, newestFirst) {
  const ordered = newestFirst ? lines.toReversed() : lines;
  const items = [];
  let shake = null;
  ordered.forEach((line) => {
    const number = line.shake ?? 0;
    if (number !== shake) items.push({ heading: number, key: `shake-${number}-${line.row}` });
    shake = number;
    items.push({ line, key: line.row });
  });
  return items;
}

export function headingElement(item) {
  const text = item.heading ? say("review.shake", { number: item.heading }) : say("review.before-shakes");
  return h("li", { class: "shake" }, h("h3", {}, text));
}

const mark = (name, text) => h("span", { class: "mark", "data-mark": name }, text);

/** What is odd about a line, in words; `penalties` has what became of each, where that is to be said. */
export function markWords(line, { undone, penalties }) {
  const pending = penalties && (line.says ?? []).some((said) => said.penalty && statusOf(said, penalties) === "pending");
  return [...(undone ? ["undone"] : []), ...(line.marks ?? [])].map((name) => mark(name, say(`mark.${name}`)))
    .concat(pending ? mark("pending", say("penalty.pending")) : []);
}

/** What has become of a penalty by now. */
export const statusOf = (said, penalties) => penalties[said.penalty] ?? said.status;

/** What stands below the sentence: the ruling, or its rule alone where the sentence is the ruling. */
const below = (line) => (line.says ?? []).find((said) => said.cite || said.text !== line.text);

/** How high a line is: a sentence alone is less high than one with marks or a ruling, and that less than one with both. */
export function heightOf(line, { undone, reviewed }) {
  const marked = line.look || reviewed || undone || Boolean(line.marks?.length);
  if (marked && below(line)) return "tall";
  return marked || below(line) || line.picture ? "line" : "plain";
}

/** The picture of a line is fetched when somebody looks at it, not when it flies past. */
export function showPicture(element) {
  const picture = element.querySelector("img[data-src]:not([src])");
  if (picture) picture.src = picture.dataset.src;
}

export function lineElement(line, { match, undone, reviewed, opened, penalties, open }) {
  const fresh = line.look && !reviewed;
  const said = below(line);
  const marks = [
    fresh ? h("span", { class: "fresh" }, say("review.new")) : null,
    reviewed ? h("span", { class: "done" }, say("review.reviewed")) : null,
    ...markWords(line, { undone, penalties }),
  ].filter(Boolean);
  const picture = line.picture
    ? h("img", { "data-src": `/judge/matches/${match}/snapshots/${line.picture}.jpg?width=160`, alt: "", decoding: "async", width: 80, height: 60 })
    : null;
  return h("li", {}, h("button",
    { type: "button", class: "line", "data-row": line.row, "data-focus": line.row, "data-name": line.name, "data-reviewed": reviewed ? "yes" : "no", "data-new": fresh ? "yes" : "no",
      "aria-current": opened ? "true" : null, on: { click: () => open(line.row) } },
    h("span", { class: "time" }, momentText(line.t)),
    h("span", { class: "body" },
      marks.length ? h("span", { class: "head" }, marks) : null,
      h("span", { class: "text" }, undone ? h("s", {}, withCubes(line.text)) : withCubes(line.text)),
      said ? h("span", { class: "said" }, said.cite ? h("span", { class: "cite" }, said.cite) : null, said.text === line.text ? null : said.text) : null),
    picture));
}
