// The match's clock in the browser: the server's time, carried on by the browser's own monotonic clock.

export class MatchClock {
  #offset = 0;

  /** Takes over the match time of this moment. */
  sync(nowMs) {
    if (Number.isFinite(nowMs)) this.#offset = nowMs - performance.now();
  }

  /** The match time now, in milliseconds. */
  now() {
    return performance.now() + this.#offset;
  }
}
