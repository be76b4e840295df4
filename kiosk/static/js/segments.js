// A display of four digits with seven segments each and a colon, as on the box.
import { svg } from "./dom.js";

/** Which segments a character lights: a top, b and c right, d bottom, e and f left, g middle. */
const LIT = {
  0: "abcdef", 1: "bc", 2: "abdeg", 3: "abcdg", 4: "bcfg", 5: "acdfg", 6: "acdefg", 7: "abc", 8: "abcdefg", 9: "abcdfg",
  "-": "g", "–": "g", E: "adefg", P: "abefg", A: "abcefg", U: "bcdef", S: "acdfg", C: "adef", H: "bcefg", " ": "",
};
const SHAPES = {
  a: "8,4 32,4 28,10 12,10", b: "34,6 34,38 28,34 28,12", c: "34,42 34,74 28,68 28,46", d: "8,76 32,76 28,70 12,70",
  e: "6,42 6,74 12,68 12,46", f: "6,6 6,38 12,34 12,12", g: "9,40 13,37 27,37 31,40 27,43 13,43",
};
const LEFT = [4, 52, 114, 162];

/** The four places and the colon of a text such as "1:32"; places that stay dark are blanks. */
export function places(text) {
  const digits = text.replace(":", "");
  return { digits: digits.slice(0, 4).padStart(4, " "), colon: text.includes(":") };
}

export function showDisplay(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  const { digits, colon } = places(text);
  const parts = [...digits].map((digit, at) => svg("g", { transform: `translate(${LEFT[at]} 0)` },
    Object.entries(SHAPES).map(([name, points]) =>
      svg("polygon", { points, class: (LIT[digit] ?? "").includes(name) ? "lit" : "dark" }))));
  const dots = [28, 52].map((y) => svg("rect", { x: 99, y: y - 4, width: 8, height: 8, class: colon ? "lit" : "dark" }));
  element.replaceChildren(...parts, ...dots);
}
