// The stream of screens. It comes back by itself, and says when it is gone.

/** The table says how often something comes at the least; nothing for so many of these: the link is dead. */
const BEATS = 2.5;
const BEAT_MS = 3000;
const AGAIN_MS = 1000;
const LONGEST_MS = 8000;

export class Stream {
  #source = null;
  #silence;
  #again;
  #beatMs = BEAT_MS;
  #waitMs = AGAIN_MS;

  /**
   * `heard` maps the names of events to functions of their data; `link` gets true or false; `refused` is called when
   * the table does not give this browser the stream (any more).
   */
  constructor(path, heard, link, refused = () => {}) {
    this.path = path;
    this.heard = heard;
    this.link = link;
    this.refused = refused;
    this.#open();
    window.addEventListener("pagehide", () => this.#close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#open(); });
    // Whoever comes back to the page, or to the network, need not wait.
    window.addEventListener("online", () => { if (this.#source?.readyState !== EventSource.OPEN) this.#open(); });
  }

  /** Ends it for good. */
  close() {
    this.#close();
  }

  #open() {
    this.#close();
    const source = new EventSource(this.path);
    this.#source = source;
    this.#listen();
    source.onerror = () => {
      this.link(false);
      // A browser tries again by itself, except after an answer that was no stream.
      if (source.readyState === EventSource.CLOSED) {
        this.#later();
        this.refused();
      }
    };
    const on = (name, listener) => source.addEventListener(name, (event) => {
      const body = JSON.parse(event.data);
      if (name === "table") this.#beatMs = body.beat_ms ?? BEAT_MS;
      this.#alive();
      listener?.(body);
    });
    for (const name of new Set(["table", "beat", ...Object.keys(this.heard)])) on(name, this.heard[name]);
  }

  #alive() {
    this.#waitMs = AGAIN_MS;
    this.link(true);
    this.#listen();
  }

  /** A connection that was taken and says nothing is as dead as one that fell silent. */
  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => { this.link(false); this.#open(); }, BEATS * this.#beatMs);
  }

  #later() {
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#open(), this.#waitMs);
    this.#waitMs = Math.min(LONGEST_MS, 2 * this.#waitMs);
  }

  #close() {
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }
}
