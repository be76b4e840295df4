// The screen of the table: every screen of the stream goes to the parts of the page that show it.
import { MatchClock } from "./clock.js";
import { byId, h, paint, ready } from "./dom.js";
import { offerHands } from "./hands.js";
import { Keypad } from "./keypad.js";
import { keepMeasures } from "./measures.js";
import { closeMenu, showMenus } from "./menus.js";
import { keepModes } from "./modes.js";
import { keepMore } from "./more.js";
import { showMat } from "./mat.js";
import { showNews } from "./news.js";
import { showQuestion } from "./question.js";
import { RoundClock } from "./round.js";
import { showSeats } from "./seats.js";
import { request, send } from "./send.js";
import { notice, noticeTimer } from "./signals.js";
import { showStart } from "./start.js";
import { Stream } from "./stream.js";
import { Timer } from "./timer.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const clock = new MatchClock();
const timer = new Timer(clock, noticeTimer);
const round = new RoundClock(clock);
const keypad = new Keypad(async (action, text, name) => {
  const done = action.entry.private && name ? say("keypad.handed-in", { name }) : null;
  return tell("/act", request(action, text), done);
});
let screen = null;
/** Somebody asked for a new match while the old one is still shown. */
let renewing = false;
let shownPhase = null;

/** Tells the table something; `done` is said if it had nothing to say itself. */
async function tell(path, body, done = null) {
  const told = await send(path, body);
  toast(byId("toast"), told.text ?? (told.ok ? done : null), told.ok ? "done" : "refused");
  return told.ok;
}

async function doIt(action) {
  if (["keypad", "cube-row"].includes(action.entry?.kind)) {
    const seat = screen.match?.seats.find((each) => each.player === action.player);
    keypad.open(action, seat?.name ?? null);
  } else {
    await tell("/act", request(action));
  }
}

function show() {
  const { match } = screen;
  if (!match?.over) renewing = false;
  const starting = match === null || renewing;
  document.body.dataset.phase = match?.phase ?? "none";
  byId("loading").hidden = true;
  byId("start").hidden = !starting;
  byId("play").hidden = starting;
  paint(byId("notices"), screen.notices, () => screen.notices.map((each) => h("p", { "data-part": each.part }, each.text)));
  if (starting) {
    delete document.body.dataset.clock;
    closeMenu();
    showStart(screen.games, screen.start ?? null, (wanted) => tell("/begin", wanted), match === null ? null : () => { renewing = false; show(); });
  } else {
    showMatch(match);
  }
  keypad.check(match);
  showQuestion(screen.question, (question, option) => tell("/answer", { question, option }));
  notice(screen);
}

function showMatch(match) {
  // Another phase has other news: they are read from the top.
  if (shownPhase !== match.phase) byId("news").scrollTop = 0;
  shownPhase = match.phase;
  byId("place").textContent = [screen.table.name, match.title, match.division, match.shake ? say("table.shake", { number: match.shake }) : null]
    .filter(Boolean).join(" · ");
  const notes = match.notes ?? [];
  paint(byId("notes"), notes, () => notes.map((note) => h("li", {}, note)));
  const prompt = byId("prompt");
  if (prompt.textContent !== match.prompt) prompt.textContent = match.prompt;
  prompt.dataset.long = match.prompt.length > 64 ? "yes" : "no";
  const waiting = byId("waiting");
  waiting.hidden = !match.waiting;
  waiting.textContent = match.waiting ?? "";
  // It lies over the rest: a hand is answered at once, and nothing has to be laid out anew for it.
  const noticed = byId("noticed");
  noticed.hidden = !match.noticed;
  noticed.textContent = match.noticed ?? "";
  timer.show(match);
  round.show(match.over ? null : match.round ?? null);
  showMat(match);
  showSeats(match, doIt);
  showNews(match, doIt);
  // Only with a camera that watches is nobody needed to say what lies on the mat.
  showMenus(match, doIt, screen.notices.some((each) => /^camera/.test(each.part)));
  renewButton(match.over);
}

function renewButton(over) {
  let button = byId("new-match");
  if (over && !button) {
    button = h("button", { type: "button", id: "new-match", class: "quiet", on: { click: () => { renewing = true; show(); } } }, say("table.new-match"));
    byId("scoresheet").after(button);
  } else if (!over && button) {
    button.remove();
  }
}

keepModes();
offerHands();
keepMeasures();
keepMore("news", "news-more");
ready();
new Stream(
  "/events",
  {
    screen: (body) => {
      screen = body;
      clock.sync(body.now_ms, body.table?.speed);
      show();
    },
    beat: (body) => clock.sync(body.now_ms),
  },
  (live) => {
    document.body.dataset.link = live ? "live" : "lost";
    byId("reconnecting").hidden = live;
  },
);
