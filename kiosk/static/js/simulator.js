// The hands at a simulated table. What they do goes out in the order in which it was done.
import { byId, ready } from "./dom.js";
import { showDisplay } from "./segments.js";
import { send } from "./send.js";
import { Sheet } from "./sheet.js";
import { Stream } from "./stream.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

let last = Promise.resolve();
let newest = -1;

/** Sends one thing that a hand did; `answered` is called before the answer is shown. */
function act(request, answered = () => {}) {
  const done = last.then(async () => {
    const told = await send("/simulator/do", request);
    answered();
    if (told.hands) show(told.hands);
    else if (shown) sheet.show(shown);
    toast(byId("hands-toast"), told.ok ? null : told.text, "refused");
    return told;
  });
  last = done;
  return done;
}

const sheet = new Sheet(byId("sheet"), act);
let shown = null;

function show(hands) {
  // The answer to a request and the stream may overtake each other.
  if (hands.at_us < newest) return;
  newest = hands.at_us;
  shown = hands;
  sheet.show(hands);
  showDisplay(byId("display"), hands.display ?? "");
  const block = document.querySelector('[data-do="block"]');
  block.dataset.up = hands.block_up ? "yes" : "no";
  block.setAttribute("aria-pressed", String(hands.block_up));
  for (const button of document.querySelectorAll("[data-seat]")) {
    button.dataset.lit = hands.lamps?.includes(Number(button.dataset.seat)) ? "yes" : "no";
  }
  block.querySelector(".word").textContent = say(hands.block_up ? "hands.block-up" : "hands.block-down");
}

const presses = {
  roll: () => act({ do: "roll" }),
  turn: () => sheet.turn(),
  block: () => act({ do: shown?.block_up ? "return-block" : "lift-block" }),
  judge: () => act({ do: "call-judge" }),
};
for (const [name, press] of Object.entries(presses)) {
  document.querySelector(`[data-do="${name}"]`).addEventListener("click", press);
}
for (const button of document.querySelectorAll("[data-seat]")) {
  const seat = Number(button.dataset.seat);
  let down = false;
  const letGo = () => {
    if (down) act({ do: "let-go", seat });
    down = false;
  };
  // How long a finger stays on the button is what tells a tap from a hold.
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || down) return;
    down = true;
    button.setPointerCapture(event.pointerId);
    act({ do: "push", seat });
  });
  button.addEventListener("pointerup", letGo);
  button.addEventListener("pointercancel", letGo);
  button.addEventListener("lostpointercapture", letGo);
  // A key has no length: it taps.
  button.addEventListener("click", (event) => { if (event.detail === 0) act({ do: "press", seat }); });
}

ready();
new Stream(
  "/events?hands=1",
  {
    hands: show,
    screen: (screen) => {
      for (const button of document.querySelectorAll("[data-seat]")) {
        const seat = screen.match?.seats.find((each) => each.seat === Number(button.dataset.seat));
        button.querySelector(".name").textContent = seat?.name ?? say("hands.seat", { seat: button.dataset.seat });
        button.disabled = screen.match !== null && !seat;
      }
    },
  },
  (live) => {
    // A table that starts again counts anew.
    if (!live) newest = -1;
    document.body.dataset.link = live ? "live" : "lost";
    byId("reconnecting").hidden = live;
  },
);
