// What a judge has decided, from the first tap until it is known to be on record. It outlives the page: a phone that
// loses its link in the middle of a ruling asks the table what became of it, and sends it again under the same id.
import { untilLeaving } from "./leaving.js";
import { post } from "./send.js";

/** So long an act may be under way before it is not known any more what became of it. */
const LIMIT_MS = 12_000;
/** What did not arrive is sent again by itself only while the judge still stands there: later somebody has to say so. */
const FRESH_MS = 60_000;
const KEEP = "tablejudge.acts";

/** What the table is told of an act; the rest of it is for the page. */
const SENT = ["id", "match", "seen", "why", "event", "about", "ruling", "proposes", "agrees", "declines"];
/** Answers after which nobody knows whether it was done. */
const OPEN = ["link", "internal"];

/** A name for an act, unlike all others. (`randomUUID` is for pages with a certificate; a table in a school has none.) */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const bodyOf = (act) => Object.fromEntries(SENT.filter((name) => act[name] !== null && act[name] !== undefined).map((name) => [name, act[name]]));

/** What became of an act, from what the table answered: {kind, text, …}. */
export function outcome(told) {
  if (told.error) {
    const { code, text } = told.error;
    if (OPEN.includes(code)) return { kind: "unknown", text };
    if (code === "sign-in") return { kind: "ended", text };
    if (code === "second-judge-needed") return { kind: "second", text };
    return { kind: "refused", text, wait_s: told.wait_s };
  }
  return { ...told, kind: { done: "done", refused: "refused", overtaken: "overtaken", "read-only": "refused" }[told.status] ?? "unknown" };
}

export class Outbox {
  #acts = [];
  #settling = false;

  /** `changed()` when what is kept has changed; `settled(act, outcome)` when it is known what became of one. */
  constructor(person, { changed, settled }) {
    Object.assign(this, { key: `${KEEP}.${person}`, changed, settled });
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "[]");
      // Whatever was under way when the page went away: nobody has heard the answer.
      this.#acts = kept.map((act) => (act.state === "sending" ? { ...act, state: "unknown" } : act));
    } catch {
      // Nothing was kept, or nothing that can be read.
    }
  }

  get acts() {
    return this.#acts;
  }

  /** Keeps an act, or what has become of it since. */
  keep(act) {
    const at = this.#acts.findIndex((each) => each.id === act.id);
    this.#acts = at < 0 ? [...this.#acts, act] : this.#acts.with(at, act);
    this.#store();
  }

  drop(id) {
    this.#acts = this.#acts.filter((act) => act.id !== id);
    this.#store();
  }

  /** Sends an act and gives its outcome; `proof` is a second judge's name and PIN, which nothing keeps. */
  async send(act, proof = {}) {
    const sent = { ...act, state: "sending", sent: Date.now() };
    this.keep(sent);
    const became = outcome(await post("/judge/do", { ...bodyOf(act), ...proof }, LIMIT_MS));
    if (became.kind === "unknown") this.keep({ ...sent, state: "unknown" });
    else if (became.kind === "ended" || became.kind === "second") this.keep({ ...sent, state: "draft" });
    else this.drop(act.id);
    return became;
  }

  /** Asks the table about all that is not known, and sends what has not arrived. `old`: that which is no longer fresh too. */
  async settle({ old = false } = {}) {
    if (this.#settling) return;
    this.#settling = true;
    try {
      for (const act of this.#acts.filter((each) => each.state === "unknown" || (old && each.state === "lost"))) await this.#ask(act, old);
    } finally {
      this.#settling = false;
    }
  }

  async #ask(act, old) {
    let told;
    try {
      const answer = await fetch(`/judge/done?id=${act.id}`, { credentials: "same-origin", signal: untilLeaving(LIMIT_MS) });
      told = await answer.json();
    } catch {
      return;
    }
    if (told.error) return;
    if (!told.known && !old && Date.now() - act.sent > FRESH_MS) {
      this.keep({ ...act, state: "lost" });
      return;
    }
    // What is on record is told once more, and not done again: so sending is the way to ask for the words too.
    const became = await this.send(act);
    if (became.kind !== "unknown") this.settled(act, became);
  }

  #store() {
    try {
      if (this.#acts.length) localStorage.setItem(this.key, JSON.stringify(this.#acts));
      else localStorage.removeItem(this.key);
    } catch {
      // It lasts as long as the page.
    }
    this.changed();
  }
}
