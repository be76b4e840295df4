// The simulated box on a page of the set-up: its buttons can be pressed, and what it shows be looked at.
import { h, paint, svg } from "./dom.js";
import { post } from "./send.js";
import { showDisplay } from "./segments.js";
import { say } from "./words.js";

export function simulatedBox() {
  const display = svg("svg", { id: "simbox-display", role: "img", viewBox: "0 0 210 80" });
  const beep = h("p", { id: "simbox-beep", role: "status", hidden: true }, say("simbox.beeped"));
  const keys = h("div", { class: "simbox-keys" });
  const element = h("section", { id: "simbox", class: "simbox", "aria-label": say("simbox.title"), hidden: true },
    h("div", { class: "simbox-face" }, display, beep), keys,
    h("p", { class: "hint" }, say("test.simulated")));

  const hand = (request) => post("/simulator/do", request);
  const button = (name, text, request, more = {}) => h("button", { type: "button", class: "quiet", "data-hand": name, "data-focus": name, ...more, on: { click: () => hand(request) } }, text);

  const lamp = (lit) => (lit ? h("span", { class: "lamp" }, say("simbox.lit")) : null);

  /** `panel` is what it shows, null for a real box; `lifted` whether its block is up, `beeping` what would be heard. */
  function show(panel, lifted, beeping = false) {
    element.hidden = panel === null;
    if (panel === null) return;
    showDisplay(display, panel.face);
    display.setAttribute("aria-label", say("simbox.display", { text: panel.face.trim() || "–" }));
    beep.hidden = !beeping;
    paint(keys, [panel, lifted], () => [
      button("block", [say(lifted ? "simbox.block-up" : "simbox.block-down"), lamp(panel.block)], { do: lifted ? "return-block" : "lift-block" }, { "data-lit": panel.block ? "yes" : "no" }),
      ...[1, 2, 3].map((seat) => {
        const lit = panel.seats.includes(seat);
        return button(`seat-${seat}`, [say("simbox.seat", { seat }), lamp(lit)], { do: "press", seat }, { "data-lit": lit ? "yes" : "no" });
      }),
      button("judge", say("simbox.judge"), { do: "call-judge" }),
    ]);
  }

  return { element, show };
}
