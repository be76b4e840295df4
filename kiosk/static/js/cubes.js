// Cubes as they lie on the mat: coloured bodies with pale signs.
import { h } from "./dom.js";
import { printed, say } from "./words.js";

const COLOURS = { R: "red", B: "blue", G: "green", K: "black" };
const LETTERS = Object.fromEntries(Object.entries(COLOURS).map(([letter, colour]) => [colour, letter]));

/** `K7s` as {letter, colour, face, turn}; turn is "", "s" or "u". */
export function parseCube(text) {
  const letter = text.slice(0, 1);
  let face = text.slice(1);
  let turn = "";
  if (face.length > 1 && /[su]$/.test(face)) {
    turn = face.slice(-1);
    face = face.slice(0, -1);
  }
  return { letter, colour: COLOURS[letter] ?? "other", face, turn };
}

/** The letter of a colour's name. */
export const letterOf = (colour) => LETTERS[colour] ?? "?";

export function cubeName({ letter, face, turn }) {
  const name = say(COLOURS[letter] ? `cube.${letter}` : "cube.other", { face: printed(face) });
  if (turn === "s") return say("mat.sideways", { cube: name });
  return turn === "u" ? say("mat.upside-down", { cube: name }) : name;
}

/** A cube as the record writes it, standing alone in a sentence. */
const IN_TEXT = /(?<![\w?])([RBGK][0-9x÷^√+-][su]?)(?![\w])/;

/** A sentence with small cubes in place of their codes. */
export function withCubes(text) {
  return text.split(IN_TEXT).map((part, at) => (at % 2 ? cubeElement(part) : part));
}

export function cubeElement(text) {
  const cube = parseCube(text);
  return h(
    "span",
    { class: "cube", role: "img", "aria-label": cubeName(cube), "data-cube-text": text, "data-colour": cube.colour, "data-letter": cube.letter,
      "data-turn": cube.turn || "upright" },
    h("span", { class: "face", "aria-hidden": "true" }, printed(cube.face)),
  );
}
