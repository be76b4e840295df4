// A clip as a player: frame by frame, at the pace of then, by slider and by keys.
import { h } from "./dom.js";
import { Zoom } from "./review-zoom.js";
import { say } from "./words.js";

/** So many pictures are fetched at a time, around the one that is shown. */
const AT_ONCE = 4;

export class Clip {
  #at = 0;
  #timer = null;
  #times = [];
  #images = [];

  constructor(match, clip) {
    this.path = `/judge/matches/${match}/clips/${clip.clip}`;
    this.image = h("img", { alt: say("clip.picture"), draggable: "false" });
    const stage = h("div", { class: "stage" }, this.image);
    const frame = h("div", { class: "frame" }, stage);
    this.zoom = new Zoom([frame], [stage]);
    this.slider = h("input", { type: "range", min: 0, max: Math.max(0, clip.frames - 1), value: 0, "aria-label": say("clip.slider"), on: { input: () => this.show(Number(this.slider.value)) } });
    this.moment = h("output", { class: "moment" });
    this.playButton = h("button", { type: "button", class: "clip-play", on: { click: () => this.toggle() } }, say("clip.play"));
    const step = (by, key) => h("button", { type: "button", class: "quiet", "data-step": by, "aria-label": say(`clip.${key}`), on: { click: () => this.step(by) } }, by < 0 ? "◀" : "▶");
    this.element = h("section", { class: "clip", "data-clip": clip.clip, "aria-label": say("clip.title") },
      h("h3", {}, say("clip.title"), " ", h("small", {}, clip.why)),
      frame,
      h("div", { class: "clip-buttons" }, step(-1, "back"), this.playButton, step(1, "forward"), this.moment),
      this.slider);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#load();
  }

  async #load() {
    try {
      const answer = await fetch(`${this.path}.json`, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      this.#times = (await answer.json()).frames;
    } catch {
      this.element.append(h("p", { class: "nothing" }, say("clip.gone")));
      return;
    }
    this.slider.max = this.#times.length - 1;
    // The moment that it is about comes first.
    this.show(Math.max(0, this.#times.findIndex((ms) => ms >= 0)));
    this.element.dataset.ready = "yes";
  }

  /** Shows that picture and fetches those around it. */
  show(at) {
    if (!this.#times.length) return;
    this.#at = Math.min(this.#times.length - 1, Math.max(0, at));
    this.image.src = this.#picture(this.#at).src;
    this.slider.value = this.#at;
    this.element.dataset.frame = this.#at;
    const ms = this.#times[this.#at];
    this.moment.textContent = say("clip.moment", { seconds: `${ms < 0 ? "−" : "+"}${(Math.abs(ms) / 1000).toFixed(2)}`, number: this.#at + 1, count: this.#times.length });
    for (let next = 1; next <= AT_ONCE; next += 1) if (this.#at + next < this.#times.length) this.#picture(this.#at + next);
  }

  #picture(at) {
    this.#images[at] ??= Object.assign(new Image(), { src: `${this.path}/${at}.jpg` });
    return this.#images[at];
  }

  step(by) {
    this.pause();
    this.show(this.#at + by);
  }

  toggle() {
    if (this.#timer !== null) {
      this.pause();
      return;
    }
    if (this.#at >= this.#times.length - 1) this.show(0);
    this.element.dataset.playing = "yes";
    this.playButton.textContent = say("clip.pause");
    this.#next();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.element.dataset.playing = "no";
    this.playButton.textContent = say("clip.play");
  }

  #next() {
    const left = this.#times[this.#at + 1] - this.#times[this.#at];
    if (!(left >= 0)) {
      this.pause();
      return;
    }
    this.#timer = setTimeout(() => { this.show(this.#at + 1); this.#next(); }, Math.min(1000, left));
  }

  #key(event) {
    // The slider has arrows of its own.
    if (event.target === this.slider || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }
}
