// The drawing of one shake after the other, with a choice of which.
import { byId, h } from "./dom.js";
import { drawing, legend } from "./audit-drawing.js";
import { minutes } from "./audit-lines.js";
import { written } from "./audit-question.js";
import { fetched } from "./job.js";
import { say } from "./words.js";

const MARKS = ["done", "lost", "lapsed", "running", "penalty"];

/** The shakes of an answer; the one that is drawn is remembered while the page is open. */
export class Shakes {
  #told = null;
  #chosen = null;
  #shown = null;
  #asked = 0;

  /** `open(key)` opens a line; `chosen(name)` hears which shake is looked at. */
  constructor(place, { open, chosen }) {
    Object.assign(this, { place, open, chosen });
    new ResizeObserver(() => this.#draw()).observe(place);
  }

  /** Another answer: the same shake is drawn, if it is still there. */
  async show(told, question, wanted) {
    this.#told = told;
    this.question = question;
    const names = told.shakes.map(nameOf);
    const name = [this.#chosen, wanted].find((each) => names.includes(each)) ?? this.#first(names);
    this.#choices(names, name);
    if (name) await this.choose(name);
    else this.place.replaceChildren(h("p", { class: "nothing" }, say("audit.none-left")));
  }

  /** The first shake in which something was lost, or else the first of all. */
  #first(names) {
    const costly = this.#told.lines.find((line) => line.penalty && line.shake);
    return costly ? `${this.#told.matches[costly.match ?? 0].key}/${costly.shake}` : names[0];
  }

  #choices(names, name) {
    const many = this.#told.matches.length > 1;
    const players = Object.fromEntries(this.#told.matches.map((match) => [match.key, match.players.join(", ")]));
    const text = (each) => (many ? say("shake.of", { players: players[each.match], number: each.shake }) : each.shake ? say("shake.title", { number: each.shake }) : say("shake.before"));
    const step = (by, mark) => h("button", { type: "button", class: "quiet", "data-step": by, "aria-label": say(by < 0 ? "shake.previous" : "shake.next"), on: { click: () => this.step(by) } }, mark);
    this.select = h("select", { id: "shake-choice", "aria-label": say("shake.choose"), on: { change: () => this.choose(this.select.value) } }, this.#told.shakes.map((each) => h("option", { value: nameOf(each) }, text(each))));
    this.select.value = name ?? "";
    this.drawn = h("div", { id: "shake-drawing" });
    this.stops = h("ul", { class: "stops" });
    this.others = h("p", { class: "hint", hidden: true }, say("shake.others"));
    this.place.replaceChildren(h("div", { class: "shake-choice" }, step(-1, "◀"), this.select, step(1, "▶")), this.drawn, this.others, this.stops,
      h("details", { class: "legend" }, h("summary", {}, say("shake.legend")), h("ul", {}, legend().map(([sample, words]) => h("li", {}, sample, " ", words)), MARKS.map((name_) => h("li", {}, say(`shake.${name_}`))))));
  }

  step(by) {
    const names = this.#told.shakes.map(nameOf);
    const next = names[names.indexOf(this.#chosen) + by];
    if (next) this.choose(next);
  }

  async choose(name) {
    this.#chosen = name;
    this.select.value = name;
    this.chosen(name);
    this.#asked += 1;
    const asked = this.#asked;
    const [match, shake] = name.split("/");
    const told = await fetched(`/audit/shake?${written({ ...this.question, match, shake: [shake], sort: "" })}`);
    if (asked !== this.#asked) return;
    this.#shown = told;
    this.#draw();
  }

  #draw() {
    const told = this.#shown;
    if (!told || !this.drawn || this.place.hidden) return;
    if (told.error) {
      this.drawn.replaceChildren(h("p", { class: "nothing", role: "alert" }, told.error.text));
      return;
    }
    const width = Math.max(280, Math.floor(this.drawn.clientWidth));
    const focused = this.drawn.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    this.drawn.dataset.shake = `${told.match}/${told.shake}`;
    this.drawn.replaceChildren(drawing(told, { width, label: told.shake ? say("shake.title", { number: told.shake }) : say("shake.before"), open: (place) => this.open(`${told.match}/${place}`) }));
    if (focused) this.drawn.querySelector(`[data-focus="${focused}"]`)?.focus({ preventScroll: true });
    this.others.hidden = told.asked.length === told.lines.length;
    this.stops.replaceChildren(...told.stops.map((stop) => {
      const key = stop.by ? (stop.reason ? "shake.stop-why" : "shake.stop-by") : "shake.stop";
      return h("li", {}, say(key, { ...stop, start: minutes(stop.start), end: minutes(stop.end) }));
    }));
  }
}

const nameOf = (each) => `${each.match}/${each.shake}`;
export const shakesIn = () => byId("view-shakes");
