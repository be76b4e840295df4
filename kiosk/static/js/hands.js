// The simulated table: beside the screen where there is room, over a part of it where there is none.
import { byId } from "./dom.js";

export function offerHands() {
  const hands = byId("hands");
  const toggle = byId("hands-toggle");
  if (!hands) return;
  const frame = hands.querySelector("iframe");
  const roomy = window.matchMedia("(min-width: 1600px)");
  let open = false;
  const settle = () => {
    const shown = roomy.matches || open;
    if (shown && !frame.src) frame.src = frame.dataset.src;
    hands.hidden = !shown;
    toggle.hidden = roomy.matches;
    toggle.setAttribute("aria-expanded", String(shown));
    document.body.dataset.hands = roomy.matches ? "beside" : shown ? "over" : "away";
  };
  toggle.addEventListener("click", () => { open = !open; settle(); });
  roomy.addEventListener("change", settle);
  settle();
}
