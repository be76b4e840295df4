// The screen of the table: every screen of the stream goes to the parts of the page that show it.
import { MatchClock } from "./clock.js";
import { byId, h, paint } from "./dom.js";
import { offerHands } from "./hands.js";
import { Keypad } from "./keypad.js";
import { keepMeasures } from "./measures.js";
import { showMat } from "./mat.js";
import { showNews } from "./news.js";
import { showQuestion } from "./question.js";
import { showSeats } from "./seats.js";
import { request, send } from "./send.js";
import { showStart } from "./start.js";
import { Stream } from "./stream.js";
import { Timer } from "./timer.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const clock = new MatchClock();
const timer = new Timer(clock);
const keypad = new Keypad(async (action, text) => tell("/act", request(action, text)));
let screen = null;
/** Somebody asked for a new match while the old one is still shown. */
let renewing = false;

async function tell(path, body) {
  const told = await send(path, body);
  toast(byId("toast"), told.text, told.ok ? "done" : "refused");
  return told.ok;
}

function doIt(action) {
  if (action.entry?.kind === "keypad") {
    const seat = screen.match?.seats.find((each) => each.player === action.player);
    keypad.open(action, seat?.name ?? null);
  } else {
    tell("/act", request(action));
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
  paint(byId("notices"), screen.notices, () => screen.notices.map((notice) => h("p", { "data-part": notice.part }, notice.text)));
  if (starting) {
    showStart(screen.games, (wanted) => tell("/begin", wanted), match === null ? null : () => { renewing = false; show(); });
  } else {
    showMatch(match);
  }
  keypad.check(match);
  showQuestion(screen.question, (question, option) => tell("/answer", { question, option }));
}

function showMatch(match) {
  byId("where").textContent = [screen.table.name, match.title, match.division, match.shake ? say("table.shake", { number: match.shake }) : null, ...(match.notes ?? [])]
    .filter(Boolean).join(" · ");
  const prompt = byId("prompt");
  if (prompt.textContent !== match.prompt) prompt.textContent = match.prompt;
  prompt.dataset.long = match.prompt.length > 64 ? "yes" : "no";
  const waiting = byId("waiting");
  waiting.hidden = !match.waiting;
  waiting.textContent = match.waiting ?? "";
  timer.show(match);
  showMat(match);
  showSeats(match, doIt);
  showNews(match, doIt);
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

offerHands();
keepMeasures();
new Stream(
  "/events",
  {
    screen: (body) => {
      screen = body;
      clock.sync(body.now_ms);
      show();
    },
    beat: (body) => clock.sync(body.now_ms),
  },
  (live) => {
    document.body.dataset.link = live ? "live" : "lost";
    byId("reconnecting").hidden = live;
  },
);
