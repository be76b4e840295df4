// The verdict: one word with a shape of its own, the values, and every reason with its rule and its proof.
import { cubeElement } from "./cubes.js";
import { byId, h } from "./dom.js";
import { printed, say } from "./words.js";

const SHAPES = { correct: "✓", legal: "✓", incorrect: "✗", illegal: "✗", undecided: "?", error: "!", asking: "…" };
const CUBES = /^[RBGK?][0-9x÷^√+-][su]?( [RBGK?][0-9x÷^√+-][su]?)*$/;
const FACES = /^[0-9x÷^√+-]( [0-9x÷^√+-])*$/;
/** Reasons whose proof is cubes; the rules may leave their colour open. */
const OF_CUBES = ["required-unused", "forbidden-used", "unavailable", "resources", "too-few-cubes"];
const OPENING = "([{";
const CLOSING = ")]}";

/** Shows what became of a question; `sent` is the question. */
export function showVerdict(answer, sent = null) {
  const box = byId("verdict");
  box.dataset.verdict = answer.kind;
  box.dataset.stale = "no";
  if (answer.kind === "none") {
    box.replaceChildren(h("p", { class: "hint" }, say("check.hint")));
    return;
  }
  const [word, ...proof] = verdictParts(answer, sent?.equation ?? sent?.text ?? null);
  box.replaceChildren(word, h("p", { class: "stale", hidden: true }, say("check.stale")), ...proof);
  box.scrollTop = 0;
}

/** The verdict as elements: its word first, then all that proves it. `subject` is what was written. */
export function verdictParts(answer, subject) {
  return [
    h("div", { class: "word" }, h("span", { class: "shape", "aria-hidden": "true" }, h("span", {}, SHAPES[answer.kind])),
      h("strong", {}, say(`verdict.${answer.kind}`))),
    answer.text ? h("p", { class: "said" }, answer.text) : null,
    answer.kind === "undecided" ? h("p", { class: "nothing" }, say("check.undecided-hint")) : null,
    marked(subject, answer.at),
    values(answer),
    answer.kind === "correct" ? h("p", { class: "nothing" }, say("check.no-objection")) : null,
    answer.reasons?.length ? h("ol", { class: "reasons" }, answer.reasons.map(reason)) : null,
  ].filter(Boolean);
}

/** The verdict is about something that has been changed since. */
export function stale() {
  const box = byId("verdict");
  const word = box.querySelector(".stale");
  if (!word) return;
  if (box.dataset.verdict === "asking") return showVerdict({ kind: "none" });
  box.dataset.stale = "yes";
  word.hidden = false;
}

/** The written text with the character that is wrong. */
function marked(text, at) {
  if (!text || !Number.isInteger(at) || at < 0 || at > text.length) return null;
  return h("p", { class: "marked witness" }, text.slice(0, at), h("mark", {}, text.slice(at, at + 1) || "␣"), text.slice(at + 1));
}

function values(answer) {
  if (answer.kind === "legal") {
    return h("dl", { class: "values" }, h("div", { "data-value": "expression" }, h("dt", {}, say(answer.values.length === 1 ? "check.value" : "check.values")),
      answer.values.map((value, at) => h("dd", {}, printed(value), approx(value, answer.approx[at])))));
  }
  if (answer.solution === undefined || (answer.solution === null && answer.goal === null)) return null;
  const equal = answer.solution !== null && answer.solution === answer.goal;
  return h("dl", { class: "values", "data-equal": equal ? "yes" : "no" }, ["solution", "goal"].map((side) =>
    h("div", { "data-value": side }, h("dt", {}, say(`where.${side}`)), h("dd", {}, answer[side] === null ? "–" : printed(answer[side])))));
}

/** A number that does not speak for itself is also given as a decimal. */
function approx(value, number) {
  if (number === null || number === undefined || /^-?\d+$/.test(value)) return null;
  const said = Array.isArray(number) ? number.map((part) => Number(part.toPrecision(6))).join(" + ") + "i" : Number(number.toPrecision(6));
  return h("small", {}, ` ≈ ${said}`);
}

function reason(found) {
  return h("li", { "data-reason": found.code },
    h("span", { class: "cite" }, found.cite), h("span", { class: "text" }, found.text),
    found.witness ? drawn(found.code, found.witness) : null);
}

/** What proves it: cubes as cubes, a grouping as boxes within boxes. */
function drawn(code, witness) {
  const cubes = CUBES.test(witness) ? witness.split(" ")
    : OF_CUBES.includes(code) && FACES.test(witness) ? witness.split(" ").map((face) => `?${face}`) : null;
  if (cubes) return h("span", { class: "witness" }, cubes.map(cubeElement));
  return h("code", { class: "witness" }, grouped(witness));
}

/** Text whose brackets hold boxes, one within the other; brackets that do not close are plain text. */
export function grouped(text) {
  const open = [{ parts: [] }];
  for (const sign of text) {
    if (OPENING.includes(sign)) {
      open.push({ sign, parts: [sign] });
    } else if (CLOSING.includes(sign) && open.length > 1 && CLOSING.indexOf(sign) === OPENING.indexOf(open.at(-1).sign)) {
      const { parts } = open.pop();
      open.at(-1).parts.push(h("span", { class: "group", "data-depth": Math.min(open.length, 4) }, parts, sign));
    } else {
      open.at(-1).parts.push(printed(sign));
    }
  }
  return open.flatMap(({ parts }) => parts);
}
