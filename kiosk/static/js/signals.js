// What people should notice: a sound, and a sign that says the same to the eye.
import { byId } from "./dom.js";
import { play } from "./sound.js";
import { say } from "./words.js";

const SHOWN_MS = 3500;
/** What matters more stays when two come together. */
const ORDER = ["tick", "turn", "ruling", "over", "question", "block", "warning", "late"];

let timeout;
let before = null;
let shown = null;

function signal(name) {
  play(name);
  if (name === "tick") return;
  const sign = byId("signal");
  if (!sign.hidden && ORDER.indexOf(shown) > ORDER.indexOf(name)) return;
  shown = name;
  clearTimeout(timeout);
  sign.dataset.signal = name;
  sign.textContent = say(`signal.${name}`);
  sign.hidden = false;
  timeout = setTimeout(() => { sign.hidden = true; }, SHOWN_MS);
}

/** The signals that lie between two screens of a match, as names. A page that has just come has missed nothing. */
export function between(old, now) {
  if (!old?.match || !now.match) return [];
  const [was, is] = [old.match, now.match];
  const names = [];
  if (now.question && now.question.id !== old.question?.id) names.push("question");
  if (/^challenge-/.test(is.phase) && is.phase !== was.phase) names.push("block");
  else if (/-over$/.test(is.phase) && is.phase !== was.phase) names.push("over");
  else if (acting(is) !== acting(was) && acting(is)) names.push("turn");
  const last = is.rulings.at(-1);
  if (last && JSON.stringify(last) !== JSON.stringify(was.rulings.at(-1))) names.push("ruling");
  return names;
}

const acting = (match) => match.seats.filter((seat) => seat.to_act).map((seat) => seat.player).join(" ");

/** Takes in a screen. */
export function notice(screen) {
  for (const name of between(before, screen)) signal(name);
  before = screen;
}

/** Takes in what the timer shows: the warning, each second of the countdown, the extra minute. */
export function noticeTimer(was, now) {
  if (!was) return;
  if (now.state !== was.state && now.state === "countdown") signal("warning");
  else if (now.state !== was.state && now.state === "extra-minute") signal("late");
  else if (now.state === "countdown" && now.digits !== was.digits) signal("tick");
}
