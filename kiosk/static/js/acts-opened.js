// What a judge can do to an event that is open in the review: its footer.
import { equationEvidence } from "./acts-cards.js";
import { findingOf } from "./acts-finding.js";
import { undoingOf } from "./acts-preview.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const OF_PAPERS = ["equation-presented", "equation-checked", "judge-ruled"];
const OF_CUBES = ["cubes-rolled", "cube-moved", "cube-returned", "goal-set", "reading-corrected"];

/** The Equation that an event is about, if a judge may still rule on it. */
function equationOf(desk, { event, shake }) {
  if (!OF_PAPERS.includes(event.event) || shake !== desk.shake) return null;
  const writer = event.writer ?? event.player;
  return desk.equations.find((each) => each.writer === writer) ?? null;
}

/** Fills the footer of the opened event. Only the match that is played now can be changed. */
export function fillFooter(footer, desk, opened, does) {
  footer.parentElement.querySelector(".paper-evidence")?.remove();
  if (!opened.live || !desk.match || desk.match !== opened.match) {
    footer.replaceChildren();
    return;
  }
  const button = (act, label, click, kind = "quiet") => h("button", { type: "button", class: kind, "data-act": act, on: { click } }, label);
  const pair = (title, yes, no) => h("div", { class: "footer-pair", role: "group", "aria-label": title }, h("p", {}, title), h("div", { class: "decide-row" },
    h("button", { type: "button", class: "decide yes", "data-way": "yes", on: { click: yes.does } }, h("span", { "aria-hidden": "true" }, "✓"), yes.label),
    h("button", { type: "button", class: "decide no", "data-way": "no", on: { click: no.does } }, h("span", { "aria-hidden": "true" }, "✗"), no.label)));
  const parts = [];
  const equation = equationOf(desk, opened);
  if (equation) {
    const body = footer.parentElement.querySelector(".event-body");
    (body.querySelector(".papers") ?? body.querySelector("header")).after(h("section", { class: "paper-evidence", "aria-label": say("desk.equation", { name: equation.name }) }, equationEvidence(desk, equation, () => {})));
    const rule = async (correct) => does.rule(equation, correct, await findingOf(desk.match, equation));
    parts.push(pair(say("desk.equation", { name: equation.name }), { label: say("desk.correct"), does: () => rule(true) }, { label: say("desk.incorrect"), does: () => rule(false) }));
  }
  const charge = desk.charges.find((each) => each.row === opened.row);
  if (charge) parts.push(pair(say("desk.charge"), { label: say("desk.uphold"), does: () => does.charge(charge, true) }, { label: say("desk.not-uphold"), does: () => does.charge(charge, false) }));
  for (const penalty of desk.penalties.filter((each) => each.row === opened.row)) {
    parts.push(pair(say("act.penalty", { name: penalty.name, points: penalty.points, why: penalty.why }), { label: say("desk.approve"), does: () => does.penalty(penalty, true) }, { label: say("desk.refuse"), does: () => does.penalty(penalty, false) }));
  }
  const restores = opened.event.event === "event-undone";
  footer.replaceChildren(...parts, h("div", { class: "footer-acts", role: "group", "aria-label": say("desk.here") },
    OF_CUBES.includes(opened.event.event) && desk.correction && opened.shake === desk.shake ? button("reading-corrected", say("desk.misread"), () => does.misread()) : null,
    opened.line > 1 ? button("event-undone", say(restores ? "desk.restore" : "desk.strike"), () => strike(opened, does)) : null,
    button("note", say("desk.note-here"), () => does.note(opened.row, opened.title))));
}

/** Asks what striking would change first: some lines cannot be struck. */
export async function strike(opened, does) {
  const told = await undoingOf(opened.line);
  if (told.failed) does.said(told.failed);
  else if (told.barred) does.said(say(`barred.${told.barred}`));
  else does.strike(told);
}
