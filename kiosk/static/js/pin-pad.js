// Name and PIN, by touch or by keyboard: first who, then the digits.
import { h } from "./dom.js";
import { say } from "./words.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
const SHORTEST = 6;
const LONGEST = 12;

export class PinPad {
  #person = null;
  #pin = "";
  #blocked;

  /**
   * Fills `box`. `people` as the table lists them; `hand(person, pin)` hands them in and resolves to null, or to
   * {text, wait_s} when they were not taken. `words` has the text of the last button.
   */
  constructor(box, people, hand, words) {
    this.box = box;
    this.people = people;
    this.hand = hand;
    this.words = words;
    box.addEventListener("keydown", (event) => this.#typed(event));
    this.ask();
  }

  /** Asks who it is. */
  ask() {
    this.#person = null;
    this.#pin = "";
    const one = (person) => h("button", { type: "button", class: "person quiet", "data-person": person.id, disabled: !person.has_pin,
      on: { click: () => this.#chosen(person) } },
      h("span", { class: "initials", "aria-hidden": "true" }, person.initials),
      h("span", { class: "name" }, person.name),
      h("span", { class: "part" }, person.has_pin ? say(`sign.${person.role}`) : say("sign.no-pin")));
    this.box.replaceChildren(
      h("h2", { class: "step" }, say("sign.who")),
      h("div", { class: "persons", role: "group", "aria-label": say("sign.who") }, this.people.map(one)));
    this.box.querySelector("button:not(:disabled)")?.focus();
  }

  #chosen(person) {
    this.#person = person;
    this.#pin = "";
    const digit = (text) => h("button", { type: "button", class: "digit quiet", "data-digit": text, on: { click: () => this.#press(text) } }, text);
    this.box.replaceChildren(
      h("h2", { class: "step" }, say("sign.pin", { name: person.name })),
      h("output", { class: "dots", "aria-live": "polite" }),
      h("p", { class: "fault", role: "alert" }),
      h("div", { class: "digits" }, DIGITS.map(digit),
        h("button", { type: "button", class: "digit quiet", "data-digit": "rub", "aria-label": say("sign.rub"), on: { click: () => this.#press("rub") } }, "⌫"),
        digit("0"),
        h("button", { type: "button", class: "digit go", "data-digit": "go", on: { click: () => this.#go() } }, this.words)),
      h("button", { type: "button", class: "back quiet", on: { click: () => this.ask() } }, say("sign.back")));
    this.#draw();
    this.box.querySelector("[data-digit='1']").focus();
  }

  #press(text) {
    this.#say("");
    if (text === "rub") this.#pin = this.#pin.slice(0, -1);
    else if (this.#pin.length < LONGEST) this.#pin += text;
    this.#draw();
  }

  #draw() {
    const dots = this.box.querySelector(".dots");
    dots.textContent = "●".repeat(this.#pin.length) + "○".repeat(Math.max(0, SHORTEST - this.#pin.length));
    dots.setAttribute("aria-label", say("sign.digits", { count: this.#pin.length }));
    const go = this.box.querySelector("[data-digit='go']");
    go.disabled = this.#blocked !== undefined || this.#pin.length < SHORTEST;
  }

  #say(text) {
    const fault = this.box.querySelector(".fault");
    if (fault) fault.textContent = text;
  }

  async #go() {
    const go = this.box.querySelector("[data-digit='go']");
    if (go === null || go.disabled) return;
    go.disabled = true;
    const fault = await this.hand(this.#person, this.#pin);
    if (fault === null || !go.isConnected) return;
    this.#pin = "";
    this.#say(fault.text);
    this.#wait(fault.wait_s ?? 0, fault.text);
    this.#draw();
    this.box.querySelector("[data-digit='1']").focus();
  }

  /** While the table would not listen, the button says so by being off. */
  #wait(seconds, text) {
    clearTimeout(this.#blocked);
    this.#blocked = undefined;
    if (seconds <= 0) return;
    this.#blocked = setTimeout(() => {
      this.#blocked = undefined;
      if (this.box.querySelector(".fault")?.textContent === text) this.#say("");
      if (this.box.querySelector(".dots")) this.#draw();
    }, seconds * 1000);
  }

  #typed(event) {
    if (this.#person === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) this.#press(event.key);
    else if (event.key === "Backspace") this.#press("rub");
    // Enter on a focused digit would press that digit once more.
    else if (event.key === "Enter" && !event.target.matches?.(".back, [data-digit='rub']")) this.#go();
    else return;
    event.preventDefault();
  }
}
