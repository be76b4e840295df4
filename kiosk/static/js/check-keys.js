// The keys under the Equation: what a player writes, and the notes of the arrows. A keyboard writes into the field itself.
import { byId, h } from "./dom.js";
import { printed, say } from "./words.js";

const DIGITS = [..."1234567890"];
const RAISED = Object.fromEntries([..."0123456789"].map((digit, at) => [digit, [..."⁰¹²³⁴⁵⁶⁷⁸⁹"][at]]));
const SIGNS = [..."+-x÷^√()[]=!%."];
const WORDS = ["i", "log"];
/** Notes of the contract, written behind the sign that they belong to. */
const NOTES = ["sw", "ud", "0", "x", "exp", "dec", "lcm", "gcf", "1", "digit", "="];

/** Text and cursor after a key at that cursor: {text, at}. */
export function pressed(text, start, end, key) {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (key === "backspace") {
    if (start !== end) return { text: before + after, at: start };
    const cut = before.replace(/(<[^<>]*>|log|[^])$/u, "");
    return { text: cut + after, at: cut.length };
  }
  if (!key.startsWith("<")) return { text: before + key + after, at: start + key.length };
  // A second note joins the first: 2<0> and ud make 2<0,ud>.
  const note = key.slice(1, -1);
  const joined = /<([^<>=]*)>$/u.test(before) && note !== "=" ? before.replace(/>$/u, `,${note}>`) : before + key;
  return { text: joined + after, at: joined.length - (note === "=" ? 1 : 0) };
}

/** One stop of the Tab key for a whole row of buttons; arrows go from one to the next. */
export function roving(toolbar) {
  const buttons = () => [...toolbar.querySelectorAll("button:not(:disabled)")];
  const settle = () => {
    const all = buttons();
    const current = all.find((button) => button === document.activeElement) ?? all.find((button) => button.tabIndex === 0) ?? all[0];
    for (const button of toolbar.querySelectorAll("button")) button.tabIndex = button === current ? 0 : -1;
  };
  new MutationObserver(settle).observe(toolbar, { childList: true, subtree: true });
  toolbar.addEventListener("focusin", settle);
  toolbar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = buttons();
    const at = all.indexOf(document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length].focus();
  });
  settle();
}

export class Keys {
  #raised = false;

  /** `changed()` is called after a key has written into `field`. */
  constructor(field, changed) {
    this.field = field;
    this.changed = changed;
    this.box = byId("keys");
    const raised = h("button", { type: "button", class: "key", "data-key": "raised", "aria-pressed": "false",
      "aria-label": say("check.raised"), title: say("check.raised"), on: { click: () => this.#raise(!this.#raised) } }, "x²");
    this.box.append(
      ...DIGITS.map((digit) => this.#key("digit", digit, digit)), raised,
      this.#key("edit", "left", "◀", say("check.left")), this.#key("edit", "right", "▶", say("check.right")),
      this.#key("edit", "backspace", "⌫", say("keypad.backspace")),
      ...SIGNS.map((sign) => this.#key("sign", sign, printed(sign))),
      ...WORDS.map((word) => this.#key("sign", word, word)),
      ...NOTES.map((note) => this.#key("note", `<${note}>`, note === "=" ? "<=…>" : `<${note}>`, say(`note.${noteName(note)}`))),
    );
    roving(this.box);
    // A finger on a key must not take the cursor out of the field.
    this.box.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  #key(kind, value, label, title = null) {
    return h("button", { type: "button", class: "key", "data-kind": kind, "data-key": value, title, "aria-label": title,
      on: { click: () => this.#press(value) } }, label);
  }

  #raise(raised) {
    this.#raised = raised;
    this.box.querySelector('[data-key="raised"]').setAttribute("aria-pressed", String(raised));
    for (const digit of DIGITS) this.box.querySelector(`[data-key="${digit}"]`).textContent = raised ? RAISED[digit] : digit;
  }

  #press(value) {
    const { field } = this;
    const [start, end] = [field.selectionStart, field.selectionEnd];
    if (value === "left" || value === "right") {
      const at = value === "left" ? Math.max(0, start - 1) : Math.min(field.value.length, end + 1);
      field.setSelectionRange(at, at);
      field.focus();
      return;
    }
    const key = this.#raised && RAISED[value] ? RAISED[value] : value;
    const next = pressed(field.value, start, end, key);
    if (next.text.length > field.maxLength) return;
    field.value = next.text;
    field.setSelectionRange(next.at, next.at);
    this.changed();
  }
}

function noteName(note) {
  return { 0: "wild-zero", x: "wild-x", 1: "power", "=": "value" }[note] ?? note;
}
