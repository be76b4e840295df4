// The keys of what a judge does. The review has its own (review-keys.js) and lists these with them.
import { byId } from "./dom.js";

/** Keys as people read them, by what they do; said in the list of keys. */
export const ACT_KEYS = [["waits", ["W"]], ["yes", ["Y"]], ["no", ["X"]], ["clock", ["T"]], ["misread", ["M"]], ["strike", ["U"]], ["note", ["N"]], ["reasons", ["1", "–", "9"]]];

const typing = (target) => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

/** `does` has a function for each key: clock, misread, strike, note, turn. */
export function listenToActKeys(does) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target) || document.querySelector("dialog[open]")) return;
    const deed = { w: nextCard, y: () => decide("yes"), x: () => decide("no"), t: does.clock, m: does.misread, u: does.strike, n: does.note }[event.key.toLowerCase()];
    if (deed && deed() !== false) event.preventDefault();
  });

  /** To the next card that waits, and round again. */
  function nextCard() {
    const cards = [...byId("waiting").querySelectorAll(".card")];
    if (!cards.length) return false;
    does.turn();
    const next = cards[(cards.findIndex((card) => card.contains(document.activeElement)) + 1) % cards.length];
    next.scrollIntoView({ block: "nearest" });
    next.querySelector("h3").focus({ preventScroll: true });
    return true;
  }

  /** The card with the focus, the footer of the open event, or else the only card there is. */
  function decide(way) {
    const cards = [...byId("waiting").querySelectorAll(".card")];
    const card = document.activeElement?.closest?.(".card, #opened") ?? (cards.length === 1 ? cards[0] : null);
    const button = card?.querySelector(`[data-way="${way}"]`);
    if (!button) return false;
    button.click();
    return true;
  }
}
