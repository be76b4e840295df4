// Asks the table again and again, one request at a time, and not at all while nobody looks at the page.

/** After a failure it is asked again so much later. */
const AGAIN_MS = 1500;

export class Poll {
  #closed = false;
  #abort = null;
  #wake = () => {};

  /**
   * `path()` is asked, `got(body)` gets what comes; `failed()` when nothing does, `ended()` when this browser may not
   * ask (any more), `rests(true)` while the page is hidden. `restMs` passes from an answer to the next request.
   */
  constructor(path, { got, failed = () => {}, ended = () => {}, rests = () => {}, restMs = 0 }) {
    Object.assign(this, { path, got, failed, ended, rests, restMs });
    document.addEventListener("visibilitychange", this.#seen);
    this.#run();
  }

  close() {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#seen);
    this.#abort?.abort();
    this.#wake();
  }

  /** Asks at once, and not only after the rest. */
  now() {
    this.#wake();
  }

  /** Whoever comes back to the page need not wait, and nobody is asked for a page that is out of view. */
  #seen = () => {
    if (document.hidden) this.#abort?.abort();
    this.#wake();
  };

  async #run() {
    while (!this.#closed) {
      if (document.hidden) {
        this.rests(true);
        await this.#rest(null);
        if (!document.hidden) this.rests(false);
        continue;
      }
      await this.#rest(await this.#once());
    }
  }

  /** Gives how long to rest after it. */
  async #once() {
    this.#abort = new AbortController();
    try {
      const answer = await fetch(this.path(), { credentials: "same-origin", headers: { Accept: "application/json" }, signal: this.#abort.signal });
      if (answer.status === 401 || answer.status === 403) {
        this.close();
        this.ended();
        return 0;
      }
      const body = await answer.json();
      if (this.#closed) return 0;
      if (!answer.ok) {
        this.failed(body.error?.text);
        return AGAIN_MS;
      }
      this.got(body);
      return this.restMs;
    } catch {
      if (!this.#closed && !document.hidden) this.failed();
      return AGAIN_MS;
    }
  }

  /** For so long, or until somebody wakes it. */
  #rest(forMs) {
    if (this.#closed) return null;
    return new Promise((resolve) => {
      const timeout = forMs === null ? null : setTimeout(resolve, forMs);
      this.#wake = () => { clearTimeout(timeout); resolve(); };
    });
  }
}
