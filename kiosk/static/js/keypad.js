// The keypad: a writer's own paper. What is typed stays in this browser until it is handed in.
import { actionKey } from "./actions.js";
import { heapButtons, heapOf, isReady, rowPieces, taken, turned } from "./cuberow.js";
import { byId, h } from "./dom.js";
import { keyButtons, typedPieces } from "./keys.js";
import { say } from "./words.js";

/** What a keyboard types for a sign of the game. */
const TYPED = { "*": ["x", "*"], "/": ["÷"], "-": ["-"], "−": ["-"], "×": ["x"] };

export class Keypad {
  #action = null;
  #name = null;
  #gone = false;
  #veiled = false;
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

  /** Opens it for an action of the player of that name; what nobody else may see is veiled first. */
  open(action, name) {
    this.#back = document.activeElement;
    this.#action = action;
    this.#name = name;
    this.#gone = false;
    this.#veiled = Boolean(action.entry.private && name);
    this.#build();
    this.box.hidden = false;
    document.body.dataset.keypad = action.entry.private ? "private" : "open";
  }

  /** Puts the paper aside; what is on it is kept. */
  close() {
    this.#action = null;
    this.box.hidden = true;
    this.box.replaceChildren();
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

  get #keys() {
    return this.#drafts.get(this.#key(this.#action)) ?? [];
  }

  set #keys(keys) {
    this.#drafts.set(this.#key(this.#action), keys);
    this.#draw();
  }

  get #isRow() {
    return this.#action.entry.kind === "cube-row";
  }

  #build() {
    if (this.#veiled) this.#buildVeil();
    else this.#buildPaper();
  }

  #buildVeil() {
    const name = this.#name;
    const show = h("button", { type: "button", id: "keypad-show", class: "primary", on: { click: () => { this.#veiled = false; this.#build(); } } }, say("veil.show", { name }));
    this.box.replaceChildren(h("div", { class: "veil" },
      h("h2", { id: "keypad-title" }, say("veil.title", { name })),
      h("p", {}, say("veil.text", { name })),
      show,
      h("button", { type: "button", id: "keypad-aside", class: "quiet", on: { click: () => this.close() } }, say("veil.not-now"))));
    show.focus();
  }

  #buildPaper() {
    const { entry, label } = this.#action;
    const wide = (value, text) => h("button", { type: "button", class: "key wide", "data-key": value, on: { click: () => this.#press(value) } }, text);
    this.box.dataset.single = entry.single ? "yes" : "no";
    const title = entry.label ?? (this.#name ? say("keypad.title", { name: this.#name }) : label);
    this.box.replaceChildren(
      h("div", { class: "line" },
        h("h2", { id: "keypad-title" }, title),
        h("output", { id: "keypad-text", "aria-label": say("keypad.text"), "aria-live": "polite" }),
        entry.single ? null : h("div", { class: "rub" }, wide("backspace", `⌫ ${say("keypad.backspace")}`), wide("clear", say("keypad.clear"))),
        this.#isRow && entry.turns ? h("p", { class: "hint" }, say("row.turn")) : null,
        h("p", { id: "keypad-gone", role: "alert", hidden: true }, say("keypad.gone"))),
      h("div", { class: "groups" }, this.#isRow ? [] : keyButtons(entry, (text) => this.#press(text))),
      h("div", { class: "buttons" },
        h("button", { type: "button", id: "keypad-aside", class: "quiet", on: { click: () => this.close() } }, say(entry.private ? "keypad.hide" : "keypad.aside")),
        h("button", { type: "button", id: "keypad-present", class: "primary", on: { click: () => this.#present() } }, this.#lastWord)),
    );
    this.#draw();
    this.box.querySelector("[data-key]")?.focus();
  }

  /** What the button says that hands it in: a deed. What is told by hand is called after the thing that was seen. */
  get #lastWord() {
    const { entry, then, label, place } = this.#action;
    if (then?.length) return say("keypad.next");
    if (entry.private) return say("keypad.hand-in");
    return place === "by-hand" ? say("keypad.by-hand", { what: label }) : label;
  }

  #draw() {
    if (this.#veiled) {
      byId("keypad-show").disabled = this.#gone;
      return;
    }
    const { entry } = this.#action;
    const keys = this.#keys;
    const output = byId("keypad-text");
    output.dataset.text = keys.join(this.#isRow ? " " : "");
    output.replaceChildren(...(this.#isRow ? rowPieces(entry, keys, (at) => { this.#keys = turned(entry, this.#keys, at); }) : typedPieces(entry, keys)));
    if (this.#isRow) this.#drawHeaps(entry, keys);
    byId("keypad-gone").hidden = !this.#gone;
    byId("keypad-present").disabled = this.#gone || !this.#ready;
    for (const key of this.box.querySelectorAll("[data-key]")) {
      if (this.#gone) key.disabled = true;
      if (entry.single) key.setAttribute("aria-pressed", String(keys[0] === key.dataset.key));
    }
  }

  #drawHeaps(entry, keys) {
    const groups = this.box.querySelector(".groups");
    const focused = groups.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    groups.replaceChildren(heapButtons(entry, keys, (cube) => this.#press(cube)));
    if (focused !== undefined) groups.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  get #ready() {
    return this.#isRow ? isReady(this.#action.entry, this.#keys) : this.#keys.length > 0;
  }

  #press(value) {
    if (this.#gone) return;
    const { entry, then } = this.#action;
    if (value === "backspace") this.#keys = this.#keys.slice(0, -1);
    else if (value === "clear") this.#keys = [];
    else if (entry.single) {
      this.#keys = [value];
      // One answer is the whole answer: on to the next question at once; only the last one is confirmed.
      if (then?.length) this.#present();
    } else if (this.#fits(value)) this.#keys = [...this.#keys, value];
  }

  /** Whether there is still such a cube in its heap; on a keypad there is, unless it takes only so many letters. */
  #fits(value) {
    const { entry } = this.#action;
    if (!this.#isRow) return this.#keys.length < (entry.most ?? Infinity);
    if (value === entry.gap) return true;
    const heap = heapOf(entry, value);
    return taken(entry, this.#keys)[heap] < entry.heaps[heap].most;
  }

  /** The next thing that an action asks for; nothing is sent before the last one. */
  #ask(action, text) {
    const [entry, ...then] = action.then;
    const fields = { ...action.fields, [action.entry.field]: text };
    this.#action = { ...action, fields, entry, then, first: action.first ?? this.#key(action) };
    this.#build();
  }

  async #present() {
    const action = this.#action;
    if (this.#gone || this.#veiled || !this.#ready) return;
    const text = this.#keys.join(this.#isRow ? " " : "");
    if (action.then?.length) {
      this.#ask(action, text);
      return;
    }
    byId("keypad-present").disabled = true;
    const taken = await this.present(action, text, this.#name);
    if (taken) this.#drafts.delete(this.#key(action));
    if (this.#action !== action) return;
    if (taken) this.close();
    else this.#draw();
  }

  #typed(event) {
    if (!this.isOpen || this.box.inert || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = this.#isRow || this.#veiled ? [] : this.#action.entry.keys;
    const meant = [event.key, ...(TYPED[event.key] ?? []), event.key.toLowerCase(), event.key.toUpperCase()].find((key) => keys.includes(key));
    if (meant !== undefined) this.#press(meant);
    else if (event.key === "Backspace") this.#press("backspace");
    else if (event.key === "Escape") this.close();
    // Enter on a focused button presses that button, as everywhere.
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement && (event.target.id !== "" || this.#isRow || this.#action.entry.single))) this.#present();
    else return;
    event.preventDefault();
  }
}
