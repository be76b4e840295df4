// The huge timer. What it shows is a pure function of the timer's steps and the match time.
import { byId } from "./dom.js";
import { say } from "./words.js";

/**
 * What the timer shows at `nowMs`: {state, digits, left}. A state lasts to its very last millisecond.
 * `left` is the part of the running stretch that is left, from 0 to 1, or null.
 */
export function reading(timer, checking, nowMs) {
  if (checking) return { state: "checking", digits: "0:00", left: 0 };
  if (timer.state === "paused") {
    const left = timer.left_ms;
    return { state: "paused", digits: left > 0 ? clockText(Math.ceil(left / 1000)) : "–:––", left: null };
  }
  if (timer.state === "stopped" || timer.deadline_ms === null) return { state: "stopped", digits: "–:––", left: null };
  const at = timer.steps.findIndex(([until]) => nowMs <= until);
  // Past the last step the table has the word; until it speaks, the last stretch stands at its end.
  const [until, state] = timer.steps[at] ?? timer.steps.at(-1) ?? [timer.deadline_ms, timer.state];
  const leftMs = Math.max(0, until - nowMs);
  const before = at > 0 ? timer.steps[at - 1][0] : until - timer.limit_ms;
  const left = until > before ? Math.min(1, leftMs / (until - before)) : 0;
  const seconds = Math.ceil(leftMs / 1000);
  return { state, digits: state === "countdown" ? String(seconds) : clockText(seconds), left };
}

/** Seconds as 1:05. */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Timer {
  #shown = "";

  constructor(clock) {
    this.clock = clock;
    this.match = null;
    const element = byId("timer");
    this.element = element;
    this.digits = element.querySelector(".digits");
    this.word = element.querySelector(".word");
    this.task = element.querySelector(".task");
    this.left = element.querySelector(".left");
    const draw = () => { this.draw(); requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
  }

  show(match) {
    this.match = match;
    this.draw();
  }

  draw() {
    if (!this.match) return;
    const { timer, checking } = this.match;
    const now = reading(timer, checking, this.clock.now());
    if (now.left !== null) this.left.style.transform = `scaleX(${now.left.toFixed(3)})`;
    const shown = `${now.state}|${now.digits}|${timer.task}|${now.left === null}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.dataset.state = now.state;
    this.element.classList.toggle("no-bar", now.left === null);
    this.digits.textContent = now.digits;
    this.digits.dataset.long = now.digits.length > 4 ? "yes" : "no";
    this.word.textContent = say(`timer.${now.state}`);
    this.task.textContent = timer.task ?? "";
  }
}
