// The keypad: a writer's own paper. What is typed stays in this browser until it is handed in.
import { actionKey } from "./actions.js";
import { byId, h } from "./dom.js";
import { printed, say } from "./words.js";

/** What a keyboard types for a sign of the game. */
const TYPED = { "*": ["x", "*"], "/": ["÷"], "-": ["-"], "−": ["-"], "×": ["x"] };

export class Keypad {
  #action = null;
  #gone = false;
  #drafts = new Map();
  #back = null;

  /** `present(action, text)` hands the text in and resolves to true when it was taken. */
  constructor(present) {
    this.present = present;
    this.box = byId("keypad");
    document.addEventListener("keydown", (event) => this.#typed(event));
  }

  get isOpen() {
    return this.#action !== null;
  }

  open(action, name) {
    this.#back = document.activeElement;
    this.#action = action;
    this.#gone = false;
    this.#build(name);
    this.box.hidden = false;
    document.body.dataset.keypad = "open";
    this.box.querySelector("[data-key]")?.focus();
  }

  /** Puts the paper aside; what is on it is kept. */
  close() {
    this.#action = null;
    this.box.hidden = true;
    delete document.body.dataset.keypad;
    if (this.#back?.isConnected) this.#back.focus();
  }

  /** Compares with what may be done now: a paper that cannot be handed in any more says so, and stays. */
  check(match) {
    if (!match) {
      this.#drafts.clear();
      if (this.isOpen) this.close();
      return;
    }
    const open = new Set(match.actions.map(actionKey));
    for (const key of [...this.#drafts.keys()]) {
      if (!open.has(key) && !(this.isOpen && key === this.#key(this.#action))) this.#drafts.delete(key);
    }
    if (!this.isOpen) return;
    this.#gone = !open.has(this.#action.first ?? this.#key(this.#action));
    this.#draw();
  }

  #key(action) {
    return actionKey(action);
  }

  get #text() {
    return this.#drafts.get(this.#key(this.#action)) ?? [];
  }

  set #text(keys) {
    this.#drafts.set(this.#key(this.#action), keys);
    this.#draw();
  }

  #build(name) {
    const key = (value, label, kind) => h("button", { type: "button", class: kind, "data-key": value,
      "aria-label": label === printed(value) ? false : label, on: { click: () => this.#press(value) } }, label);
    const { entry, then } = this.#action;
    const keys = entry.keys.map((value, n) => key(value, entry.names?.[n] ?? printed(value), "key"));
    this.box.replaceChildren(
      h("div", { class: "line" },
        h("h2", { id: "keypad-title" }, entry.label ? entry.label : name ? say("keypad.title", { name }) : this.#action.label),
        h("output", { id: "keypad-text", "aria-label": say("keypad.text"), "aria-live": "polite" }),
        h("p", { id: "keypad-gone", role: "alert", hidden: true }, say("keypad.gone"))),
      h("div", { class: "keys" }, keys, key("backspace", `⌫ ${say("keypad.backspace")}`, "key wide"), key("clear", say("keypad.clear"), "key wide")),
      h("div", { class: "buttons" },
        h("button", { type: "button", id: "keypad-aside", class: "quiet", on: { click: () => this.close() } }, say("keypad.aside")),
        h("button", { type: "button", id: "keypad-present", class: "primary", on: { click: () => this.#present() } }, then?.length ? say("keypad.next") : this.#action.label)),
    );
    this.#draw();
  }

  #draw() {
    const text = this.#text.join("");
    const output = byId("keypad-text");
    output.textContent = printed(text);
    output.dataset.text = text;
    byId("keypad-gone").hidden = !this.#gone;
    byId("keypad-present").disabled = this.#gone || text === "";
    for (const key of this.box.querySelectorAll("[data-key]")) key.disabled = this.#gone;
  }

  #press(value) {
    if (this.#gone) return;
    if (value === "backspace") this.#text = this.#text.slice(0, -1);
    else if (value === "clear") this.#text = [];
    else if (this.#action.entry.single) this.#text = [value];
    else this.#text = [...this.#text, value];
  }

  /** The next thing that an action asks for; nothing is sent before the last one. */
  #ask(action, text) {
    const [entry, ...then] = action.then;
    const fields = { ...action.fields, [action.entry.field]: text };
    this.#action = { ...action, fields, entry, then, first: action.first ?? this.#key(action) };
    this.#build(null);
    this.box.querySelector("[data-key]")?.focus();
  }

  async #present() {
    const action = this.#action;
    const text = this.#text.join("");
    if (this.#gone || text === "") return;
    if (action.then?.length) {
      this.#ask(action, text);
      return;
    }
    byId("keypad-present").disabled = true;
    const taken = await this.present(action, text);
    if (taken) this.#drafts.delete(this.#key(action));
    if (this.#action !== action) return;
    if (taken) this.close();
    else this.#draw();
  }

  #typed(event) {
    if (!this.isOpen || this.box.inert || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = this.#action.entry.keys;
    const meant = [event.key, ...(TYPED[event.key] ?? []), event.key.toLowerCase(), event.key.toUpperCase()].find((key) => keys.includes(key));
    if (meant !== undefined) this.#press(meant);
    else if (event.key === "Backspace") this.#press("backspace");
    else if (event.key === "Escape") this.close();
    // Enter on a focused button presses that button, as everywhere.
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement && event.target.id !== "")) this.#present();
    else return;
    event.preventDefault();
  }
}
