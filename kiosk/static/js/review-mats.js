// What the camera saw and what the record says, side by side, with every difference marked.
import { cubeElement } from "./cubes.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const MAT = ["goal", "required", "permitted", "forbidden", "resources"];

const words = (text) => text.split(" ").filter(Boolean);

/** The words of `one` that `other` does not have, as often as they stand there: their places. */
function strange(one, other) {
  const left = new Map();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  return new Set(one.map((word, at) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0 ? -1 : at;
  }).filter((at) => at >= 0));
}

/** The sections in which two mats differ. */
export function differing(one, other) {
  return MAT.filter((name) => words(one[name]).toSorted().join(" ") !== words(other[name]).toSorted().join(" ") || (name === "goal" && one.goal !== other.goal));
}

function cell(text, other) {
  const own = words(text);
  if (!own.length) return h("span", { class: "none" }, say("review.empty"));
  const odd = other === null ? new Set() : strange(own, words(other));
  return h("span", { class: "cubes" }, own.map((word, at) => {
    if (word === "_") return h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") });
    const cube = cubeElement(word);
    if (!odd.has(at)) return cube;
    return h("span", { class: "odd", "data-odd": word }, cube, h("span", { class: "unseen" }, say("review.only-here")));
  }));
}

/** One glance: do they agree? Null where one of them is missing. */
export function matsVerdict(seen, record) {
  if (!seen || !record) return null;
  const apart = differing(seen, record);
  return h("p", { class: apart.length ? "verdict odd-verdict" : "verdict", "data-agree": apart.length ? "no" : "yes" },
    apart.length ? say("review.mats-differ", { sections: apart.map((name) => say(`mat.${name}`)).join(", ") }) : say("review.mats-agree"));
}

/** Both mats, section by section, those that differ first. Where they agree it can be folded away on a small screen. */
export function matsSection(seen, record) {
  if (!seen && !record) return null;
  const apart = seen && record ? differing(seen, record) : [];
  const sections = [...apart, ...MAT.filter((name) => !apart.includes(name))];
  const row = (name) => h("tr", { "data-part": name, "data-agree": apart.includes(name) ? "no" : "yes" }, h("th", { scope: "row" }, say(`mat.${name}`)),
    h("td", { "data-side": "seen" }, seen ? cell(seen[name], record?.[name] ?? null) : null), h("td", { "data-side": "record" }, record ? cell(record[name], seen?.[name] ?? null) : null));
  const open = apart.length > 0 || matchMedia("(min-width: 700px)").matches;
  return h("details", { class: "mats", open }, h("summary", {}, say("review.mats")),
    h("table", { "aria-label": say("review.mats") },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, seen ? say("review.seen") : say("review.not-seen")), h("th", { scope: "col" }, say("review.record")))),
      h("tbody", {}, sections.map(row))));
}
