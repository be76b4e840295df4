// The round's own clock, small beside the timer: how long there will be shakes at all.
import { byId } from "./dom.js";
import { clockText } from "./timer.js";
import { say } from "./words.js";

const DRAW_MS = 250;

/** What the round's clock says at `nowMs`; null without a round. */
export function roundText(round, nowMs) {
  if (round === null) return null;
  if (round.state === "over") return say("round.over");
  const leftMs = round.paused || round.deadline_ms === null ? round.left_ms : round.deadline_ms - nowMs;
  if (leftMs === null || leftMs === undefined) return null;
  const left = clockText(Math.max(0, Math.ceil(leftMs / 1000)));
  return say(round.state === "extra" ? "round.extra" : "round.left", { left });
}

export class RoundClock {
  #round = null;

  constructor(clock) {
    this.clock = clock;
    setInterval(() => this.draw(), DRAW_MS);
  }

  show(round) {
    this.#round = round;
    this.draw();
  }

  draw() {
    const element = byId("round");
    const text = roundText(this.#round, this.clock.now());
    element.hidden = text === null;
    if (text === null || element.textContent === text) return;
    element.textContent = text;
    element.dataset.state = this.#round.state;
  }
}
