// What a judge is about to do, as plain data: it can be kept, shown again after a reload, and sent.
import { newId } from "./acts-outbox.js";
import { say, signed } from "./words.js";

const words = (...names) => names.map((name) => say(`reason.${name}`));

/** Reasons without those that say the same; the likeliest first, and no more than one looks through. */
const MOST = 6;
const reasons = (...lists) => [...new Set(lists.flat().filter(Boolean).map((text) => text.slice(0, 240)))].slice(0, MOST);

/** What every act has. `asks`: what is still to be chosen; `reasons`: what can be tapped in place of writing. */
function draft(desk, kind, title, more) {
  return { id: newId(), match: desk.match, seen: desk.row, state: "draft", kind, title, detail: null, yes: say("act.yes"), tone: "plain",
    event: null, asks: [], chosen: {}, reasons: [], why: "", ...more };
}

/** `found` is the adjudicator's verdict of it, if there is one. */
export function ruleOnEquation(desk, equation, correct, found = null) {
  const [name, { writer }] = [equation.name, equation];
  const otherwise = found && ["correct", "incorrect"].includes(found.kind) && (found.kind === "correct") !== correct;
  const rejected = equation.said.filter((said) => said.accepted === false).map((said) => said.reason);
  return draft(desk, "rule", say(correct ? "act.rule-correct" : "act.rule-incorrect", { name }), {
    subject: { equation: equation.text, writer, disputed: equation.disputed },
    caution: otherwise ? say("act.otherwise", { word: say(`verdict.${found.kind}`) }) : null,
    yes: say(correct ? "act.rule-yes" : "act.rule-no"), tone: correct ? "good" : "bad",
    event: { event: "judge-ruled", writer, correct },
    reasons: correct
      ? reasons(found?.kind === "correct" ? words("adjudicator-correct") : [], words("objection-fails", "by-hand", "as-agreed"))
      : reasons(found?.kind === "incorrect" ? found.reasons.map((reason) => reason.text) : [], rejected, words("by-hand", "as-agreed")),
  });
}

export function decidePenalty(desk, penalty, approve) {
  return draft(desk, "penalty", say(approve ? "act.approve" : "act.refuse", { number: penalty.n }), {
    detail: say("act.penalty", { name: penalty.name, points: signed(penalty.points), why: penalty.why }),
    subject: { penalty: penalty.n },
    yes: say(approve ? "desk.approve" : "desk.refuse"), tone: approve ? "good" : "bad",
    event: { event: approve ? "penalty-approved" : "penalty-refused", penalty: penalty.n },
    reasons: approve ? words("late", "clip", "saw", "as-agreed") : words("in-time", "table-fault", "disturbed", "as-agreed"),
  });
}

/** A ruling that differs from the referee's strikes what the referee has done, or what the charge was about. */
export function ruleOnCharge(desk, charge, upheld) {
  const strikes = charge.upheld && !upheld;
  const moves = !charge.upheld && upheld ? charge.moves : [];
  const asks = moves.length ? [{ field: "line", label: say("act.strikes-move"), keys: [...moves.map((move) => ({ text: String(move.line), label: move.told })), { text: "", label: say("act.strikes-nothing") }] }] : [];
  return draft(desk, "charge", say(upheld ? "act.uphold" : "act.not-uphold"), {
    detail: charge.told, subject: { charge: charge.row },
    yes: say(upheld ? "desk.uphold" : "desk.not-uphold"), tone: upheld ? "good" : "bad",
    caution: strikes ? say("act.strikes-charge") : null,
    event: strikes ? { event: "event-undone", line: charge.line } : null,
    strikes: strikes ? charge.line : null,
    about: charge.row, ruling: upheld ? "upheld" : "not-upheld", asks,
    // Who agrees with the referee has the referee's own words.
    reasons: reasons(upheld === charge.upheld ? [charge.said?.text] : [], upheld ? words("picture", "saw", "as-agreed") : words("facts", "too-late", "no-evidence", "as-agreed")),
  });
}

export function turnClock(desk, action) {
  const stops = action.event === "clock-paused";
  return draft(desk, "clock", say(stops ? "act.pause" : "act.resume"), {
    yes: say(stops ? "desk.pause" : "desk.resume"), event: { event: action.event, ...action.fields },
    reasons: stops ? words("ruling", "interruption", "equipment") : words("settled"),
  });
}

/** What an action asks for besides the judges' names and the reason. */
function asksOf(action) {
  return pads(action).filter((pad) => pad.single && !["judge", "second_judge", "why"].includes(pad.field))
    .map((pad) => ({ field: pad.field, label: pad.label ?? action.label, keys: pad.groups.flatMap((group) => group.keys.map(({ text, label, cube }) => ({ text, label, cube }))) }));
}

const pads = (action) => [action.entry, ...action.then].filter((pad) => pad?.kind === "keypad");
const ownReasons = (action) => pads(action).filter((pad) => pad.field === "why").flatMap((pad) => pad.groups.flatMap((group) => group.keys.map((key) => key.label ?? key.text)));
const needsTwo = (action) => pads(action).some((pad) => pad.field === "second_judge");

/** A warning, or a point; who was not warned costs a second judge where the rule allows it at all. */
export function conduct(desk, event) {
  const actions = desk.conduct.filter((action) => action.event === event);
  const warns = event === "judge-warned";
  const keys = actions.flatMap((action) => asksOf(action).flatMap((ask) => ask.keys.map((key) => ({ ...key, two: needsTwo(action) }))));
  return draft(desk, "conduct", say(warns ? "act.warn" : "act.point"), {
    yes: say(warns ? "act.warn-yes" : "act.point-yes"), tone: "bad", event: { event },
    asks: [{ field: "player", label: say("act.who"), keys }],
    reasons: reasons(ownReasons(actions[0]).slice(0, -1)),
  });
}

/** Whatever else the game offers to judges: its own words, its own choices. */
export function otherAct(desk, action) {
  return draft(desk, "other", action.label, {
    event: { event: action.event, ...action.fields }, asks: asksOf(action),
    reasons: reasons(ownReasons(action), words("saw", "not-there", "as-agreed")),
  });
}

/** A cube that was misread; `mat` and what it can be are taken along, so that the dialog needs nothing else. */
export function misreadCube(desk) {
  const kinds = pads(desk.correction).find((pad) => pad.field === "is").groups.flatMap((group) => group.keys.map((key) => key.text));
  return draft(desk, "misread", say("act.misread"), {
    yes: say("act.misread-yes"), event: { event: "reading-corrected" }, mat: desk.mat, seenThen: desk.seen, kinds,
    needs: ["section", "cube", "is"],
    reasons: words("glare", "turned", "looked"),
  });
}

export function strikeLine(desk, told) {
  return draft(desk, "strike", say(told.restores ? "act.restore" : "act.strike", { what: told.told }), {
    yes: say(told.restores ? "act.restore-yes" : "act.strike-yes"), tone: "bad", event: { event: "event-undone", line: told.line }, strikes: told.line,
    reasons: told.restores ? words("changed-mind", "as-agreed", "picture") : words("misseen", "mistap", "agreed", "picture"),
  });
}

export function addNote(desk, row = null, told = null) {
  return draft(desk, "note", say(row === null ? "act.note" : "act.note-row"), { detail: told, about: row, yes: say("act.note-yes") });
}

export function agreeTo(desk, proposal) {
  return draft(desk, "agree", say("act.agree", { judge: proposal.judge }), { detail: proposal.told, agrees: proposal.id, yes: say("act.agree-yes"), tone: "good", reasons: null, subject: { proposal: proposal.id } });
}

export function decline(desk, proposal, mine) {
  return draft(desk, "decline", say(mine ? "act.withdraw" : "act.decline"), {
    detail: proposal.told, declines: proposal.id, yes: say(mine ? "desk.withdraw" : "desk.decline"), subject: { proposal: proposal.id },
    reasons: mine ? words("changed-mind", "mistap") : words("warn-enough", "no-evidence"),
  });
}

/** The act with what was chosen in it, as it is sent. */
export function complete(act) {
  const asked = [...act.asks.map((ask) => ask.field), ...(act.needs ?? [])];
  const chosen = asked.map((field) => [field, act.chosen[field]]).filter(([, value]) => value !== "" && value !== null);
  if (act.kind === "charge") {
    const line = Number(act.chosen.line ?? 0);
    return line ? { ...act, event: { event: "event-undone", line } } : act;
  }
  return act.event === null ? act : { ...act, event: { ...act.event, ...Object.fromEntries(chosen) } };
}

/** Is all chosen and said that has to be? */
export function isComplete(act) {
  const asked = [...act.asks.map((ask) => ask.field), ...(act.needs ?? [])];
  return asked.every((field) => act.chosen[field] !== undefined && act.chosen[field] !== null) && (act.reasons === null || act.why.trim() !== "");
}

/** Does what is chosen need two judges? */
export const wantsTwo = (act) => act.asks.some((ask) => ask.keys.some((key) => key.two && act.chosen[ask.field] === key.text));
