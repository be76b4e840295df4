// What a judge does from his own page: the desk, the open event's footer, the dialog, and what is on its way.
import * as drafts from "./acts-drafts.js";
import { showDesk, toolFor } from "./acts-desk.js";
import { ActDialog } from "./acts-dialog.js";
import { listenToActKeys } from "./acts-keys.js";
import { fillFooter, strike } from "./acts-opened.js";
import { bodyOf, Outbox, outcome } from "./acts-outbox.js";
import { byId, h, paint } from "./dom.js";
import { untilLeaving } from "./leaving.js";
import { openEvent } from "./review.js";
import { post } from "./send.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/** So often the table is asked about what is not known, while the link seems to be there. */
const AGAIN_MS = 2000;
/** A desk that does not come for so long is asked for again. */
const PATIENCE_MS = 10_000;

let desk = { match: null };
let screen = null;
/** The event that is open in the review. */
let opened = null;
let asking = null;
let again = false;
let over = false;
/** A dialog was closed, and the desk that follows from it is not there yet. */
let refocus = false;
let ended = () => {};

const me = document.querySelector("#who .initials").textContent.trim();
const outbox = new Outbox(document.body.dataset.person, { changed: showUnsent, settled });
const dialog = new ActDialog(me, {
  kept: (act) => outbox.keep({ ...act, state: "draft" }),
  dropped: (act) => outbox.drop(act.id),
  sent,
  look: (row) => openEvent(row),
  gone,
  closed: () => {
    refocus = true;
    showUnsent();
  },
});

// -- the desk -----------------------------------------------------------------------------------------

/** Fetches the desk; asked again meanwhile, it looks once more. */
function refresh() {
  if (asking) {
    again = true;
    return asking;
  }
  asking = fetchDesk().finally(() => {
    asking = null;
    if (again) {
      again = false;
      refresh();
    }
  });
  return asking;
}

async function fetchDesk() {
  try {
    const answer = await fetch("/judge/desk", { credentials: "same-origin", signal: untilLeaving(PATIENCE_MS) });
    const told = await answer.json();
    if (told.error) return;
    desk = told;
    forgetOldDrafts();
  } catch {
    // The next screen asks again.
    return;
  }
  show();
}

function show() {
  showDesk(desk, me, Boolean(screen?.question), does);
  byId("acts").dataset.row = desk.row ?? 0;
  markPending();
  if (opened) footer();
  if (dialog.act && decidedMeanwhile(dialog.act)) dialog.warn(say("act.changed", { told: lastWord() ?? say("act.gone") }));
  // What had the focus before the dialog may be gone with its card: whoever uses keys goes on at the desk.
  if (refocus && !dialog.act && document.activeElement === document.body) (byId("waiting").querySelector("h3") ?? byId("acts-title")).focus({ preventScroll: true });
  refocus = false;
}

/** Somebody was about to do something in a match that is over: it means nothing any more. */
function forgetOldDrafts() {
  for (const act of outbox.acts) if (act.state === "draft" && act.match !== desk.match && act.id !== dialog.act?.id) outbox.drop(act.id);
}

/** What the last judge did, as the table's screens say it. */
const lastWord = () => screen?.match?.judged?.at(-1)?.text ?? null;

/** Can what an act is about not be decided any more? */
function gone({ subject }) {
  if (!subject || !desk.match) return false;
  if (subject.penalty) return !desk.penalties.some((each) => each.n === subject.penalty);
  if (subject.proposal) return !desk.proposals.some((each) => each.id === subject.proposal);
  if (subject.charge) return !desk.charges.some((each) => each.row === subject.charge);
  return subject.writer ? !desk.equations.some((each) => each.writer === subject.writer) : false;
}

/** Has somebody else decided it since the dialog was opened? */
function decidedMeanwhile(act) {
  const { subject, seen } = act;
  if (gone(act)) return true;
  if (subject?.charge) return (desk.charges.find((each) => each.row === subject.charge).ruled?.row ?? 0) > seen;
  return Boolean(subject?.disputed) && !desk.equations.find((each) => each.writer === subject.writer).disputed;
}

function footer() {
  const box = document.querySelector(`[data-acts-for="${opened.row}"]`);
  if (!box) return;
  const shown = JSON.stringify([desk.match, desk.shake, desk.equations, desk.charges, desk.penalties, Boolean(desk.correction)]);
  // A button must not vanish under a finger because something else has changed.
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  fillFooter(box, desk, opened, does);
}

const does = {
  rule: (equation, correct, found) => dialog.open(drafts.ruleOnEquation(desk, equation, correct, found)),
  penalty: (penalty, approve) => dialog.open(drafts.decidePenalty(desk, penalty, approve)),
  charge: (charge, upheld) => dialog.open(drafts.ruleOnCharge(desk, charge, upheld)),
  agree: (proposal) => dialog.open(drafts.agreeTo(desk, proposal)),
  decline: (proposal, mine) => dialog.open(drafts.decline(desk, proposal, mine)),
  clock: (action) => dialog.open(drafts.turnClock(desk, action)),
  conduct: (event) => dialog.open(drafts.conduct(desk, event)),
  misread: () => dialog.open(drafts.misreadCube(desk)),
  note: (row, told) => dialog.open(drafts.addNote(desk, row, told)),
  other: (action) => dialog.open(drafts.otherAct(desk, action)),
  strike: (told) => dialog.open(drafts.strikeLine(desk, told)),
  open: (row) => openEvent(row),
  said: (text) => toast(byId("toast"), text, "refused"),
};

// -- sending ------------------------------------------------------------------------------------------

/** Sends an act in the judge's name; `how` says whether a second judge is here. Gives what became of it. */
async function sent(act, how) {
  let became = await outbox.send(act);
  if (became.kind === "second" && how !== "ask") became = await withSecond(act);
  if (became.kind === "done") toast(byId("toast"), doneText(act, became));
  if (became.kind === "unknown") settleSoon();
  if (became.kind === "ended") ended();
  refresh();
  return became;
}

/** What the table said, or for what changes nothing of the match, our own words. */
function doneText(act, became) {
  if (act.proposes) return say("outbox.proposed");
  return act.declines ? say("outbox.declined") : became.text ?? say("outbox.done");
}

/** The second judge gives name and PIN on this device; they are sent once and kept nowhere. */
async function withSecond(act) {
  const { confirmed } = await import("./judge-here.js");
  let lost = false;
  const signed = await confirmed("second-judge-needed", "second_sign", bodyOf(act), async (asked) => {
    const told = await post("/judge/do", asked);
    lost = told.error?.code === "link";
    return told;
  });
  if (signed === null && !lost) return { kind: "second" };
  const became = signed === null ? { kind: "unknown" } : outcome(signed.told);
  if (became.kind === "unknown") outbox.keep({ ...act, state: "unknown", sent: Date.now() });
  else if (became.kind !== "ended") outbox.drop(act.id);
  return became;
}

/** It is known at last what became of an act that was on its way. */
function settled(act, became) {
  if (became.kind === "done") toast(byId("toast"), say("outbox.arrived", { text: doneText(act, became) }));
  else if (became.kind === "ended") ended();
  else if (became.kind === "second" || became.kind === "overtaken") dialog.open({ ...act, state: "draft" });
  if (became.kind === "overtaken") dialog.answer(became);
  if (became.kind === "refused") toast(byId("toast"), became.text, "refused");
  refresh();
}

let timer;
/** As long as something is not known, the table is asked. */
function settleSoon() {
  clearTimeout(timer);
  if (over || !outbox.acts.some((act) => act.state === "unknown")) return;
  timer = setTimeout(() => outbox.settle().finally(settleSoon), AGAIN_MS);
}

/** The key of the card that an act is about. */
function cardOf({ subject }) {
  if (!subject) return null;
  const { writer, penalty, charge, proposal } = subject;
  return writer ? `equation ${writer}` : penalty ? `penalty ${penalty}` : charge ? `charge ${charge}` : `proposal ${proposal}`;
}

/** While nobody knows what became of a ruling, its card does not ask for another. */
function markPending() {
  const pending = new Set(outbox.acts.filter((act) => act.state === "unknown" || act.state === "sending").map(cardOf));
  for (const card of document.querySelectorAll(".card[data-key]")) {
    for (const button of card.querySelectorAll(".decide")) button.disabled = pending.has(card.dataset.key);
  }
}

function showUnsent() {
  const box = byId("unsent");
  markPending();
  const shown = outbox.acts.filter((act) => act.id !== dialog.act?.id);
  paint(box, shown.map(({ id, state, title }) => [id, state, title]), () => shown.map((act) => {
    const button = (name, key, click, kind = "") => h("button", { type: "button", class: kind, "data-unsent-do": name, "data-focus": `${act.id} ${name}`, on: { click } }, say(key));
    return h("div", { class: "unsent", role: act.state === "unknown" ? "alert" : "group", "data-unsent": act.state },
      h("p", {}, say(`outbox.${act.state}`, { title: act.title })),
      ...(ways[act.state] ?? []).map(([name, deed]) => button(name, `outbox.${name}`, () => deed(act), name === "drop" ? "quiet" : "")));
  }));
}

/** What can be done with an act that is kept, by what is known of it. */
const drop = ["drop", (act) => outbox.drop(act.id)];
const ways = {
  unknown: [["ask", () => outbox.settle()]],
  lost: [["send", () => outbox.settle({ old: true })], drop],
  draft: [["go-on", (act) => dialog.open(act)], drop],
};

// -- beginning ------------------------------------------------------------------------------------------

/** The table's screen has changed. */
export function followActs(newest) {
  screen = newest;
  const row = screen.match?.journal?.row;
  if (row !== undefined && row === desk.row) show();
  else refresh();
}

/** How often the desk was looked at for the clip of each penalty: it comes some seconds later, and no screen says so. */
const looked = new Map();
const LOOKS = 5;

/** Some seconds have passed. */
export function beatActs() {
  const bare = (desk.penalties ?? []).filter((each) => each.clip === null && (looked.get(each.n) ?? 0) < LOOKS);
  for (const { n } of bare) looked.set(n, (looked.get(n) ?? 0) + 1);
  if (bare.length) refresh();
}

/** The link is there, or is not. */
export function linkActs(live) {
  if (live) outbox.settle().finally(settleSoon);
}

/** Nobody is signed in here any more: what was begun is kept. */
export function endActs() {
  over = true;
  if (byId("act").open) dialog.close();
  byId("ended-kept").hidden = outbox.acts.length === 0;
}

export function startActs(whenEnded, turn) {
  ended = whenEnded;
  document.addEventListener("review:opened", ({ detail }) => {
    opened = { ...detail, title: byId("opened-title")?.textContent ?? null };
    footer();
  });
  document.addEventListener("review:closed", ({ detail }) => { if (opened?.row === detail.row) opened = null; });
  listenToActKeys({
    clock: () => run(toolFor("clock-paused", "clock-resumed")),
    misread: () => run(toolFor("reading-corrected")),
    strike: () => run(opened?.live && opened.line > 1 ? () => strike(opened, does) : null),
    note: () => run(desk.match ? () => (opened?.live ? does.note(opened.row, opened.title) : does.note(null, null)) : null),
    turn,
  });
  byId("decided").addEventListener("toggle", () => show());
  showUnsent();
  settleSoon();
}

const run = (deed) => (deed ? (deed(), true) : false);
