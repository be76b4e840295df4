// The words of the pages, from the catalogue that the templates use too.
import { TEXTS } from "/texts.js";

/** The text of that key with its values filled in. */
export function say(key, values = {}) {
  const text = TEXTS[key];
  if (text === undefined) throw new Error(`no page text for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** What is said of a sign by the note that stands behind it: `2<sw>`. */
const NOTES = /<([^>]+)>/;

/** A written text as elements: signs as they are printed, notes small and in words. */
export function written(text) {
  return text.split(NOTES).map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(printed(part));
    const note = document.createElement("small");
    note.className = "note";
    note.textContent = part.split(",").map((each) => TEXTS[`note.${each}`] ?? printed(each)).join(", ");
    return note;
  });
}

/** Signs as they are printed on cubes: x as ×, - as −. */
export function printed(text) {
  return text.replace(/x/g, "×").replace(/[-]/g, "−").replace(/\*/g, "^");
}

/** A number with a true minus sign. */
export function signed(number) {
  return String(number).replace("-", "−");
}
