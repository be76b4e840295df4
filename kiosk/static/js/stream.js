// The stream of screens. It comes back by itself, and says when it is gone.

/** Nothing for so long, not even a beat: the link is dead although nobody closed it. */
const SILENCE_MS = 40000;
const AGAIN_MS = 1000;

export class Stream {
  #source = null;
  #run = null;
  #silence;
  #again;

  /** `heard` maps the names of events to functions of their data; `link` gets true or false. */
  constructor(path, heard, link) {
    this.path = path;
    this.heard = heard;
    this.link = link;
    this.#open();
    window.addEventListener("pagehide", () => this.#close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#open(); });
  }

  #open() {
    this.#close();
    const source = new EventSource(this.path);
    this.#source = source;
    source.onerror = () => {
      this.link(false);
      // A browser tries again by itself, except after an answer that was no stream.
      if (source.readyState === EventSource.CLOSED) this.#later();
    };
    source.addEventListener("table", (event) => {
      const run = JSON.parse(event.data).run;
      const changed = this.#run !== null && this.#run !== run;
      this.#run = run;
      this.#alive();
      // A new run of the server counts its screens anew: what we saw last means nothing to it.
      if (changed) this.#open();
    });
    source.addEventListener("beat", (event) => {
      this.#alive();
      this.heard.beat?.(JSON.parse(event.data));
    });
    for (const name of Object.keys(this.heard)) {
      if (name === "beat") continue;
      source.addEventListener(name, (event) => {
        this.#alive();
        this.heard[name](JSON.parse(event.data));
      });
    }
  }

  #alive() {
    this.link(true);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => { this.link(false); this.#open(); }, SILENCE_MS);
  }

  #later() {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#open(), AGAIN_MS);
  }

  #close() {
    clearTimeout(this.#silence);
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }
}
