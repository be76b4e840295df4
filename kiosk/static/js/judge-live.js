// The live table on the judge's page: whose turn, how long, what lies on the mat.
import { cubeElement } from "./cubes.js";
import { byId, h, paint } from "./dom.js";
import { reading } from "./timer.js";
import { say, signed } from "./words.js";

const MAT = ["goal", "required", "permitted", "forbidden", "resources"];

export function showLive(screen) {
  const { match } = screen;
  document.body.dataset.phase = match?.phase ?? "none";
  paint(byId("notices"), screen.notices, () => screen.notices.map((notice) => h("p", { "data-part": notice.part }, notice.text)));
  byId("where").textContent = [screen.table.name, match?.title, match?.division, match?.shake ? say("table.shake", { number: match.shake }) : null]
    .filter(Boolean).join(" · ");
  const prompt = match?.prompt ?? say("judge.no-match");
  if (byId("prompt").textContent !== prompt) byId("prompt").textContent = prompt;
  byId("seats").hidden = !match;
  paint(byId("seats"), match?.seats ?? [], () => (match?.seats ?? []).map(seat));
  paint(byId("mat"), match?.mat ?? null, () => match?.mat ? matSections(match.mat) : h("p", { class: "nothing" }, say("mat.none")));
}

function seat(each) {
  return h("p", { class: "seat", "data-seat": each.player, "data-to-act": each.to_act ? "yes" : "no" },
    h("span", { class: "name" }, each.to_act ? `▶ ${each.name}` : each.name),
    each.role ? h("span", { class: "role" }, each.role) : null,
    each.penalties ? h("span", { class: "penalties" }, say("table.penalty", { points: signed(each.penalties) })) : null,
    h("span", { class: "score" }, signed(each.score)));
}

/** The sections of a mat as the record writes it, each with its cubes. */
export function matSections(mat) {
  return MAT.map((name) => h("section", { "data-part": name, "aria-label": say(`mat.${name}`) }, h("h3", {}, say(`mat.${name}`)),
    h("div", { class: "cubes" }, mat[name].split(" ").filter(Boolean).map((word) =>
      (word === "_" ? h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") }) : cubeElement(word))))));
}

/** The clock at this moment of the match. */
export function drawClock(screen, nowMs) {
  const element = byId("timer");
  const match = screen?.match;
  const now = match ? reading(match.timer, match.checking, nowMs) : { state: "stopped", digits: "–:––" };
  element.dataset.state = now.state;
  for (const [name, text] of [["digits", now.digits], ["word", say(`timer.${now.state}`)], ["task", match?.timer.task ?? ""]]) {
    const part = element.querySelector(`.${name}`);
    if (part.textContent !== text) part.textContent = text;
  }
}
