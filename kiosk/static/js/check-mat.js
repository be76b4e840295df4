// The mat to lay out: every section is a text and the cubes of that text; cubes are laid with a finger or typed.
import { SECTIONS } from "./check-state.js";
import { cubeElement, cubeName, parseCube } from "./cubes.js";
import { byId, h, paint } from "./dom.js";
import { roving } from "./check-keys.js";
import { say } from "./words.js";

const GAP = "_";
/** As on the sheet, from the top. */
const ORDER = ["resources", "forbidden", "permitted", "required", "goal"];
const TURNS = { "": "s", s: "u", u: "" };

export const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** The cube that a word writes, in the kit's own signs; null for a word that is no cube of the kit. */
export function cubeOf(word, { kit, aliases }) {
  const { letter, face, turn } = parseCube(word);
  const read = aliases[face] ?? face;
  const known = kit.some((kind) => (kind.letter === letter || letter === "?") && kind.faces.includes(read));
  return known ? `${letter}${read}${turn}` : null;
}

/** The word after another quarter turn: upright, sideways, upside down. */
export function turned(word) {
  const { letter, face, turn } = parseCube(word);
  return `${letter}${face}${TURNS[turn]}`;
}

export class MatEditor {
  #mat = null;
  #active = "goal";
  #colour;
  /** The cube that was tapped: {section, at}. */
  #chosen = null;
  #inputs = {};
  #places = {};

  /** `changed(mat)` gets the five texts after every change. */
  constructor(choices, changed) {
    this.choices = choices;
    this.changed = changed;
    this.#colour = choices.kit[0].letter;
    byId("slots").append(...ORDER.map((name) => this.#slot(name)));
    roving(byId("tray"));
    byId("slots").addEventListener("keydown", (event) => this.#typed(event));
  }

  show(mat) {
    this.#mat = mat;
    if (this.#chosen && !wordsOf(mat[this.#chosen.section])[this.#chosen.at]) this.#chosen = null;
    for (const name of SECTIONS) {
      const input = this.#inputs[name];
      if (input.value !== mat[name]) input.value = mat[name];
      const chosen = this.#chosen?.section === name ? this.#chosen.at : null;
      paint(this.#places[name], [mat[name], chosen], () => wordsOf(mat[name]).map((word, at) => this.#place(name, word, at)));
      const slot = input.closest("[data-slot]");
      slot.dataset.active = name === this.#active ? "yes" : "no";
      slot.dataset.target = this.#chosen && this.#chosen.section !== name ? "yes" : "no";
    }
    this.#tray();
  }

  #slot(name) {
    const input = h("input", { "aria-label": say("check.section-text", { section: say(`mat.${name}`) }), maxlength: 300,
      autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      on: { input: () => { this.#chosen = null; this.#change(name, input.value); }, focus: () => this.#activate(name) } });
    const places = h("div", { class: "cubes" });
    this.#inputs[name] = input;
    this.#places[name] = places;
    return h("section", { class: "slot", "data-slot": name, on: { click: (event) => this.#tapped(name, event) } },
      h("div", { class: "slot-line" }, h("h3", {}, say(`mat.${name}`)), input), places);
  }

  #place(section, word, at) {
    const cube = word === GAP ? GAP : cubeOf(word, this.choices);
    const chosen = this.#chosen?.section === section && this.#chosen.at === at;
    const label = cube === GAP ? say("mat.gap") : cube ? cubeName(parseCube(cube)) : say("check.no-cube", { word });
    const face = cube === GAP ? h("span", { class: "gap", "aria-hidden": "true" }) : cube ? cubeElement(cube) : h("span", { class: "no-cube" }, word);
    face.setAttribute("aria-hidden", "true");
    return h("button", { type: "button", class: "place", "aria-label": label, "aria-pressed": String(chosen), "data-word": word,
      "data-at": at, "data-focus": `${section}-${at}` }, face);
  }

  /** A tap chooses a cube; with a chosen cube, a tap on another section moves it there. */
  #tapped(section, event) {
    const place = event.target.closest(".place");
    if (place) {
      const at = Number(place.dataset.at);
      const again = this.#chosen?.section === section && this.#chosen.at === at;
      this.#active = section;
      this.#chosen = again ? null : { section, at };
      this.show(this.#mat);
    } else if (this.#chosen && this.#chosen.section !== section && !event.target.closest("input")) {
      this.#move(section);
    } else {
      this.#activate(section);
    }
  }

  #activate(section) {
    if (this.#active === section) return;
    this.#active = section;
    this.show(this.#mat);
  }

  #change(section, text) {
    this.changed({ ...this.#mat, [section]: text });
  }

  #move(section) {
    const words = wordsOf(this.#mat[this.#chosen.section]);
    const [word] = words.splice(this.#chosen.at, 1);
    const from = this.#chosen.section;
    this.#chosen = null;
    this.#active = section;
    // Turns and gaps have a meaning only in the Goal.
    const laid = section === "goal" ? word : word === GAP ? "" : parseCube(word).letter + parseCube(word).face;
    const target = [...wordsOf(this.#mat[section]), laid].filter(Boolean).join(" ");
    this.changed({ ...this.#mat, [from]: words.join(" "), [section]: target });
  }

  #edit(edit) {
    const { section, at } = this.#chosen;
    const words = wordsOf(this.#mat[section]);
    const word = edit(words[at]);
    words.splice(at, 1, ...(word === null ? [] : [word]));
    if (word === null) this.#chosen = null;
    this.#change(section, words.join(" "));
  }

  #lay(word) {
    this.#change(this.#active, [...wordsOf(this.#mat[this.#active]), word].join(" "));
  }

  #typed(event) {
    const place = event.target.closest?.(".place");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const deeds = { Delete: () => null, Backspace: () => null, t: turned, T: turned };
    const deed = deeds[event.key];
    if (!deed || (place.dataset.word === GAP && deed === turned)) return;
    event.preventDefault();
    const section = place.closest("[data-slot]").dataset.slot;
    this.#chosen = { section, at: Number(place.dataset.at) };
    this.#edit(deed);
    this.#chosen = null;
    this.show(this.#mat);
  }

  // -- the tray: cubes to lay, or what may be done with the chosen one --------------------------------------------

  #left() {
    const laid = SECTIONS.flatMap((name) => wordsOf(this.#mat[name])).map((word) => word[0]);
    return Object.fromEntries(this.choices.kit.map(({ letter, count }) => [letter, count - laid.filter((each) => each === letter).length]));
  }

  #tray() {
    const chosen = this.#chosen ? wordsOf(this.#mat[this.#chosen.section])[this.#chosen.at] : null;
    const left = this.#left();
    paint(byId("tray"), [chosen, this.#colour, this.#active, left], () => (chosen === null ? this.#palette(left) : this.#deeds(chosen)));
  }

  #palette(left) {
    const kind = this.choices.kit.find(({ letter }) => letter === this.#colour);
    const tabs = this.choices.kit.map(({ letter, name }) =>
      h("button", { type: "button", class: "tab", "data-colour-tab": letter, "data-colour": name, "data-focus": `tab-${letter}`,
        "aria-pressed": String(letter === this.#colour), "aria-label": say("check.colour", { colour: name, left: left[letter] }),
        title: say("check.colour", { colour: name, left: left[letter] }), on: { click: () => { this.#colour = letter; this.show(this.#mat); } } }, String(Math.max(0, left[letter]))));
    const faces = kind.faces.map((face) => {
      const cube = `${kind.letter}${face}`;
      const drawn = cubeElement(cube);
      drawn.setAttribute("aria-hidden", "true");
      return h("button", { type: "button", class: "lay", "data-lay": cube, "data-focus": cube,
        "aria-label": say("check.lay", { cube: cubeName(parseCube(cube)), section: say(`mat.${this.#active}`) }),
        on: { click: () => this.#lay(cube) } }, drawn);
    });
    const gap = h("button", { type: "button", class: "lay word", "data-lay": GAP, "data-focus": GAP, disabled: this.#active !== "goal",
      on: { click: () => this.#lay(GAP) } }, say("mat.gap"));
    return [h("span", { class: "tabs" }, tabs), h("span", { class: "faces" }, faces, gap)];
  }

  #deeds(word) {
    const cube = word === GAP ? null : cubeOf(word, this.choices);
    const deed = (id, label, does, disabled = false) =>
      h("button", { type: "button", id, class: "quiet", "data-focus": id, disabled, on: { click: does } }, label);
    return [
      h("span", { class: "chosen" }, cube ? cubeElement(cube) : null, h("span", {}, say("check.move-hint"))),
      deed("turn", say("check.turn"), () => this.#edit(turned), cube === null),
      deed("remove", say("check.remove"), () => this.#edit(() => null)),
      deed("aside", say("check.done"), () => { this.#chosen = null; this.show(this.#mat); }),
    ];
  }
}
