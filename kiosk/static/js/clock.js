// The match's clock in the browser: the server's time, carried on by the browser's own monotonic clock.

export class MatchClock {
  #at = 0;
  #heard = 0;
  #speed = 1;

  /** Takes over the match time of this moment, and how fast it runs where that is said (a demonstration). */
  sync(nowMs, speed) {
    if (Number.isFinite(speed) && speed > 0) this.#speed = speed;
    if (!Number.isFinite(nowMs)) return;
    this.#at = nowMs;
    this.#heard = performance.now();
  }

  /** The match time now, in milliseconds. */
  now() {
    return this.#at + (performance.now() - this.#heard) * this.#speed;
  }
}
