// The cards of a judge's desk: each thing that waits, with all that is needed to decide it, and two buttons.
import { findingBox } from "./acts-finding.js";
import { cubeElement, withCubes } from "./cubes.js";
import { h } from "./dom.js";
import { Clip } from "./review-clip.js";
import { momentText } from "./review-lines.js";
import { say, signed, written } from "./words.js";

const MAT = ["goal", "required", "permitted", "forbidden", "resources"];

const picture = (match, name) => `/judge/matches/${match}/snapshots/${name}.jpg?width=320`;

/** `mark` is a word beside the title. */
function card(kind, key, title, mark, ...parts) {
  return h("article", { class: `card ${kind}`, "data-card": kind, "data-key": key, "aria-label": title },
    h("h3", { tabindex: "-1", "data-focus": `${key} title` }, h("span", {}, title), mark ? h("span", { class: "mark" }, mark) : null), ...parts);
}

/** The two ways to decide: yes on the left, no on the right, as on every card. */
function decide(key, yes, no) {
  const button = (way, { label, does }) => h("button", { type: "button", class: `decide ${way}`, "data-way": way, "data-focus": `${key} ${way}`, on: { click: does } },
    h("span", { "aria-hidden": "true" }, way === "yes" ? "✓" : "✗"), label);
  return h("div", { class: "decide-row" }, yes ? button("yes", yes) : null, no ? button("no", no) : null);
}

const opener = (key, row, open) => (row ? h("button", { type: "button", class: "quiet open", "data-open": row, "data-focus": `${key} open`, on: { click: () => open(row) } }, say("desk.open")) : null);

/** The mat in a few lines, each section with its cubes. */
function smallMat(mat) {
  return h("dl", { class: "small-mat", "aria-label": say("desk.mat") }, MAT.map((name) => {
    const words = mat[name].split(" ").filter(Boolean);
    return h("div", { "data-part": name }, h("dt", {}, say(`mat.${name}`)), h("dd", {}, words.length
      ? words.map((word) => (word === "_" ? h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") }) : cubeElement(word))) : say("desk.no-cubes")));
  }));
}

/** What the checkers have said of an Equation. */
function saidOf(equation) {
  const said = equation.said.map((each) => h("li", { "data-accepted": each.accepted === null ? "none" : each.accepted ? "yes" : "no" },
    each.accepted === null ? say("desk.no-answer", { name: each.name }) : each.accepted ? say("desk.accepts", { name: each.name })
      : each.reason ? say("desk.rejects-why", { name: each.name, reason: each.reason }) : say("desk.rejects", { name: each.name })));
  return said.length ? h("ul", { class: "said" }, said) : h("p", { class: "nothing" }, say("desk.nobody-said"));
}

/** All that speaks for or against an Equation; `found(verdict)` is called when the adjudicator has answered. */
export const equationEvidence = (desk, equation, found) => [saidOf(equation), findingBox(desk.match, equation, found), equation.mat ? smallMat(equation.mat) : null];

export function equationCard(desk, equation, does) {
  const key = `equation ${equation.writer}`;
  let verdict = null;
  return card("equation", key, say("desk.equation", { name: equation.name }), equation.disputed ? say("desk.disputed") : equation.found ? say("desk.stands", { found: equation.found }) : null,
    h("p", { class: "written" }, written(equation.text)),
    h("p", { class: "story" }, equation.story),
    equationEvidence(desk, equation, (found) => { verdict = found; }),
    decide(key, { label: say("desk.correct"), does: () => does.rule(equation, true, verdict) }, { label: say("desk.incorrect"), does: () => does.rule(equation, false, verdict) }),
    opener(key, equation.row, does.open));
}

const span = (ms) => say("review.time", { minutes: Math.floor(ms / 60_000), seconds: String(Math.round((ms % 60_000) / 1000)).padStart(2, "0") });

/** The story of a deadline: when it began and was up, what was done, and when. */
function deadline(penalty) {
  const { story } = penalty;
  if (!story) return null;
  const late = story.done_ms === null ? null : ((story.done_ms - story.deadline_ms) / 1000).toFixed(1);
  return h("ul", { class: "deadline" },
    h("li", {}, say("desk.task", { task: story.task, limit: span(story.limit_ms), start: momentText(story.start_ms), deadline: momentText(story.deadline_ms) })),
    story.warned_ms === null ? null : h("li", {}, say("desk.warned", { moment: momentText(story.warned_ms) })),
    h("li", { class: "strong" }, say("desk.said-at", { moment: momentText(penalty.t_ms) })),
    h("li", { class: "strong" }, story.done_ms !== null ? say("desk.done-late", { moment: momentText(story.done_ms), late })
      : story.expired_ms !== null ? say("desk.never-done", { moment: momentText(story.expired_ms) }) : say("desk.not-done")));
}

export function penaltyCard(desk, penalty, does) {
  const key = `penalty ${penalty.n}`;
  return card("penalty", key, say("desk.penalty", { number: penalty.n, name: penalty.name, points: signed(penalty.points) }), null,
    h("p", { class: "why" }, penalty.why, " ", penalty.cite ? h("span", { class: "cite" }, penalty.cite) : null),
    deadline(penalty),
    penalty.before ? h("img", { class: "shot", src: picture(desk.match, penalty.before), alt: say("desk.picture"), width: 320, height: 180, loading: "lazy" }) : null,
    penalty.clip ? clipButton(desk.match, penalty.clip, penalty.why, key) : null,
    decide(key, { label: say("desk.approve"), does: () => does.penalty(penalty, true) }, { label: say("desk.refuse"), does: () => does.penalty(penalty, false) }),
    opener(key, penalty.row, does.open));
}

/** The clip is fetched when somebody wants to see it. */
function clipButton(match, name, why, key) {
  const button = h("button", { type: "button", class: "quiet watch", "data-clip": name, "data-focus": `${key} clip`, on: { click: () => {
    const clip = new Clip(match, { clip: name, frames: 1, why });
    button.replaceWith(clip.element);
    clip.playButton.focus();
  } } }, "▶ ", say("desk.clip"));
  return button;
}

export function chargeCard(desk, charge, does) {
  const key = `charge ${charge.row}`;
  const shot = (move) => (move.snapshots.length
    ? h("button", { type: "button", class: "shots", "data-open": move.row, "data-focus": `${key} ${move.row}`, "aria-label": say("desk.picture-of", { what: move.told }), on: { click: () => does.open(move.row) } },
      move.snapshots.map((name) => h("img", { src: picture(desk.match, name), alt: "", width: 160, height: 90, loading: "lazy" }))) : null);
  return card("charge", key, say("desk.charge"), null,
    h("p", { class: "told" }, withCubes(charge.told)),
    charge.said ? h("p", { class: "referee", "data-upheld": charge.upheld ? "yes" : "no" }, h("strong", {}, say(charge.upheld ? "desk.referee-upheld" : "desk.referee-not")), " ", charge.said.cite ? h("span", { class: "cite" }, charge.said.cite) : null, withCubes(charge.said.text ?? "")) : null,
    h("h4", {}, say("desk.moves")),
    charge.moves.length ? h("ol", { class: "moves" }, charge.moves.map((move) => h("li", {}, h("span", { class: "time" }, momentText(move.t_ms)), " ", withCubes(move.told), shot(move))))
      : h("p", { class: "nothing" }, say("desk.no-moves")),
    h("h4", {}, say("desk.scores")),
    h("ul", { class: "scores" }, charge.seats.map((seat) => h("li", { "data-leads": seat.leads ? "yes" : "no" }, `${seat.name} ${signed(seat.score)}`, seat.leads ? h("span", { class: "mark" }, say("desk.leads")) : null))),
    charge.ruled ? h("p", { class: "ruled" }, say(charge.ruled.ruling === "upheld" ? "desk.upheld" : "desk.not-upheld", charge.ruled)) : null,
    decide(key, { label: say("desk.uphold"), does: () => does.charge(charge, true) }, { label: say("desk.not-uphold"), does: () => does.charge(charge, false) }),
    opener(key, charge.row, does.open));
}

export function proposalCard(desk, proposal, mine, does) {
  const key = `proposal ${proposal.id}`;
  return card("proposal", key, say(mine ? "desk.proposal-mine" : "desk.proposal"), null, h("p", { class: "told" }, proposal.told),
    mine ? decide(key, null, { label: say("desk.withdraw"), does: () => does.decline(proposal, true) })
      : decide(key, { label: say("desk.agree"), does: () => does.agree(proposal) }, { label: say("desk.decline"), does: () => does.decline(proposal, false) }));
}

export function calledCard(called, does) {
  const key = `called ${called.row}`;
  return card("called", key, say("desk.called"), null, h("p", { class: "told" }, h("span", { class: "time" }, momentText(called.t_ms)), " ", called.told), opener(key, called.row, does.open));
}
