// The huge timer. What it shows is a pure function of the timer's steps and the match time.
import { byId } from "./dom.js";
import { say } from "./words.js";

/** The longest that a second on the screen is behind the clock. */
const DRAW_MS = 40;

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
  #last = null;

  /** `changed(was, now)` is called whenever another second or another state is shown. */
  constructor(clock, changed = () => {}) {
    this.clock = clock;
    this.changed = changed;
    this.match = null;
    const element = byId("timer");
    this.element = element;
    this.digits = element.querySelector(".digits");
    this.word = element.querySelector(".word");
    this.task = element.querySelector(".task");
    this.left = element.querySelector(".left");
    // Not with every frame of the display: a machine without a graphics card would do nothing else, and what has just
    // happened would have to wait.
    const draw = () => { this.draw(); setTimeout(() => requestAnimationFrame(draw), DRAW_MS); };
    draw();
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
    // What being late means takes the task's place once somebody is late.
    const task = timer.warnings?.[now.state] ?? timer.task ?? "";
    const shown = `${now.state}|${now.digits}|${task}|${now.left === null}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.dataset.state = now.state;
    document.body.dataset.clock = now.state;
    this.element.classList.toggle("no-bar", now.left === null);
    this.digits.textContent = now.digits;
    this.digits.dataset.places = now.digits.length > 4 ? "many" : now.digits.length > 2 ? "some" : "few";
    this.word.textContent = say(`timer.${now.state}`);
    this.task.textContent = task;
    this.changed(this.#last, now);
    this.#last = now;
  }
}
