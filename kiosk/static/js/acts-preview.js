// What striking a line would change, before it is struck: both states beside each other, only what differs.
import { cubeElement } from "./cubes.js";
import { h } from "./dom.js";
import { untilLeaving } from "./leaving.js";
import { say, signed } from "./words.js";

/** Striking something early in a long match is a long reckoning. */
const PATIENCE_MS = 20_000;
const MAT = ["goal", "required", "permitted", "forbidden", "resources"];

/** What striking that line would change, or why it cannot be struck; an error says so in `text`. */
export async function undoingOf(line) {
  try {
    const answer = await fetch(`/judge/undoing?line=${line}`, { credentials: "same-origin", signal: untilLeaving(PATIENCE_MS) });
    const told = await answer.json();
    return told.error ? { failed: told.error.text } : told;
  } catch {
    return { failed: say("act.preview-failed") };
  }
}

/** A section that fills itself when the table has answered. */
export function previewOf(line) {
  const box = h("section", { class: "preview", "aria-label": say("act.preview"), "aria-busy": "true" }, h("h3", {}, say("act.preview")));
  undoingOf(line).then((told) => {
    box.removeAttribute("aria-busy");
    box.append(...(told.failed ? [h("p", { class: "refusal" }, told.failed)] : changes(told)));
    box.dataset.ready = "yes";
  });
  return box;
}

function changes(told) {
  const parts = told.changed.filter((name) => DRAWN[name]);
  const table = parts.length
    ? h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, say("act.now")), h("th", { scope: "col" }, say("act.then")))),
      h("tbody", {}, parts.map((name) => h("tr", { "data-part": name }, h("th", { scope: "row" }, say(`part.${name}`)),
        h("td", {}, DRAWN[name](told.before, told.after)), h("td", { class: "then" }, DRAWN[name](told.after, told.before))))))
    : h("p", {}, say("act.preview-none"));
  const later = told.refused.length
    ? h("div", { class: "no-longer" }, h("p", {}, say("act.no-longer")), h("ul", {}, told.refused.map((text) => h("li", {}, text))))
    : null;
  return [table, later].filter(Boolean);
}

const none = () => h("span", { class: "nothing" }, say("part.nothing"));
const lines = (items) => (items.length ? h("ul", {}, items.map((item) => h("li", {}, item))) : none());
const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

/** How each part of the match is shown, as it is on this side; the other side says what need not be shown. */
const DRAWN = {
  prompt: (side) => side.prompt,
  timer: (side) => side.timer || none(),
  scores: (side, other) => lines(side.scores.map(({ name, score }, at) => (differs(side.scores[at], other.scores[at]) ? h("strong", {}, `${name} ${signed(score)}`) : `${name} ${signed(score)}`))),
  mat: (side, other) => (side.mat ? h("dl", {}, MAT.filter((name) => side.mat[name] !== other.mat?.[name]).flatMap((name) => [h("dt", {}, say(`mat.${name}`)), h("dd", {}, cubes(side.mat[name], other.mat?.[name] ?? ""))])) : none()),
  penalties: (side) => lines(side.penalties.map((each) => `${each.name} ${signed(each.points)}: ${each.why}, ${say(`penalty.${each.status}`)}`)),
  shakes: (side) => lines(side.shakes.map((shake) => Object.entries(shake).map(([name, points]) => `${name} ${signed(points)}`).join(", "))),
  papers: (side) => lines(side.papers.map((paper) => `${paper.name}: ${paper.status ?? "–"}`)),
};

/** More cubes than these are not drawn one by one: only those that the other side lacks. */
const MANY = 8;

function cubes(text, other) {
  const words = text.split(" ").filter((word) => word && word !== "_");
  const left = other.split(" ");
  const own = words.length <= MANY ? words : words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return words.length ? h("span", { class: "cubes" }, words.length > own.length ? h("span", {}, "…") : null, own.map(cubeElement)) : none();
}
