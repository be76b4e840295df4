// The adjudicator's finding on an Equation, for judges alone: the verdict, every reason, and the wrong grouping drawn.
import { understood } from "./check-ask.js";
import { verdictParts } from "./check-verdict.js";
import { h } from "./dom.js";
import { untilLeaving } from "./leaving.js";
import { say } from "./words.js";

/** The adjudicator may have to be started first. */
const PATIENCE_MS = 70_000;
/** So long after it could not be answered, an Equation is asked about once more. */
const AGAIN_MS = 2000;

/** Findings by what was asked: the same Equation on the same mat is asked once. */
const known = new Map();

const keyOf = (match, equation) => JSON.stringify([match, equation.writer, equation.text, equation.mat]);

/** The verdict as {kind, …}, or {kind: "undecided", text} where there is none. A link that is down is asked again later. */
export function findingOf(match, equation) {
  const key = keyOf(match, equation);
  if (!known.has(key)) {
    const asked = ask(equation.writer);
    known.set(key, asked);
    asked.then((found) => { if (found.again) known.delete(key); });
  }
  return known.get(key);
}

async function ask(writer) {
  let told;
  try {
    const answer = await fetch(`/judge/finding?writer=${encodeURIComponent(writer)}`, { credentials: "same-origin", signal: untilLeaving(PATIENCE_MS) });
    told = await answer.json();
  } catch {
    return { kind: "undecided", text: say("link.failed"), again: true };
  }
  if (told.error) return { kind: "undecided", text: told.error.text, again: true };
  return told.finding === null ? { kind: "undecided", text: told.none, again: told.again === true } : understood(told.finding);
}

/** A box that fills itself; `found(verdict)` is called once it is there. */
export function findingBox(match, equation, found) {
  const box = h("section", { class: "finding", "data-verdict": "asking", "aria-label": say("desk.adjudicator"), "aria-busy": "true" },
    h("p", { class: "nothing" }, say("desk.asking")));
  const fill = async () => {
    const verdict = await findingOf(match, equation);
    box.dataset.verdict = verdict.kind;
    box.removeAttribute("aria-busy");
    box.replaceChildren(h("p", { class: "by" }, say("desk.adjudicator")), ...verdictParts(verdict, equation.text));
    found(verdict);
    if (verdict.again) setTimeout(() => { if (box.isConnected) fill(); }, AGAIN_MS);
  };
  fill();
  return box;
}
