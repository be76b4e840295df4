// The keys of the review, and the list of them.
import { ACT_KEYS } from "./acts-keys.js";
import { byId, h } from "./dom.js";
import { say } from "./words.js";

/** Keys as people read them, by what they do. */
const HELP = [
  ["next", ["J"]], ["previous", ["K"]], ["reviewed", ["R"]], ["back", [say("keys.escape")]], ["filter", ["F"]], ["search", ["/"]],
  ["overlay", ["O"]], ["close-up", ["Z"]], ["zoom", ["+", "−", "0"]], ["move", ["←", "→", "↑", "↓"]], ["flip", ["B"]],
  ["clip", ["P"]], ["frames", [",", "."]], ...ACT_KEYS, ["help", ["?"]],
];
const MOVES = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };

export function showHelp() {
  const box = byId("keys");
  if (box.open) {
    box.close();
    return;
  }
  box.replaceChildren(
    h("h2", { id: "keys-title" }, say("keys.title")),
    h("dl", {}, HELP.flatMap(([name, keys]) => [h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, say(`keys.${name}`))])),
    h("button", { type: "button", id: "keys-close", on: { click: () => box.close() } }, say("judge.close")));
  box.showModal();
}

const typing = (target) => target instanceof Element && target.closest("input:not([type='range']), textarea, select, [contenteditable]") !== null;
/** The slider of a clip moves by these itself. */
const slides = (event) => event.target instanceof HTMLInputElement && /^(Arrow|Home|End|Page)/.test(event.key);

/** `does` has a function for each deed; `opened()` is the event that is open, if any. */
export function listenToKeys(does, opened) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) {
      if (event.key === "?" && byId("keys").open) byId("keys").close();
      return;
    }
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (slides(event)) return;
    if (act(event.key.length === 1 ? event.key.toLowerCase() : event.key, does, opened())) event.preventDefault();
  });
}

function act(key, does, open) {
  const always = { j: does.next, k: does.previous, r: does.reviewed, "?": showHelp, f: does.filter, "/": does.search };
  if (always[key]) return done(always[key]);
  if (!open) return false;
  if (key === "Escape") return done(does.close);
  const [clip] = open.clips;
  if (clip && { p: true, ",": true, ".": true }[key]) return done(() => (key === "p" ? clip.toggle() : clip.step(key === "," ? -1 : 1)));
  const { pictures } = open;
  if (!pictures) return false;
  const looks = { o: () => pictures.toggleOverlay(), z: () => pictures.toggleZoom(), b: () => pictures.flip(), "+": () => pictures.zoom.in(), "=": () => pictures.zoom.in(), "-": () => pictures.zoom.out(), 0: () => pictures.zoom.reset() };
  if (looks[key]) return done(looks[key]);
  // Without a closer look the arrows scroll, as everywhere.
  if (MOVES[key] && pictures.zoom.close) return done(() => pictures.zoom.move(...MOVES[key]));
  return false;
}

function done(deed) {
  deed();
  return true;
}
