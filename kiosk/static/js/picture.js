// A picture of the mat, large, with or without what was read from it.
import { byId, h } from "./dom.js";
import { cover, uncover } from "./cover.js";
import { say } from "./words.js";

export function openPicture(hash, text) {
  const box = byId("picture");
  let overlay = false;
  const broken = h("p", { class: "broken", hidden: true }, say("picture.broken"));
  const image = h("img", { alt: text, on: {
    error: () => { broken.hidden = false; },
    load: () => { broken.hidden = true; },
  } });
  const draw = () => { image.src = `/snapshots/${hash}.jpg${overlay ? "?overlay=1" : ""}`; };
  const toggle = h("button", { type: "button", id: "picture-overlay", "aria-pressed": "false", on: { click: () => {
    overlay = !overlay;
    toggle.setAttribute("aria-pressed", String(overlay));
    draw();
  } } }, say("picture.overlay"));
  const close = h("button", { type: "button", id: "picture-close", class: "primary", on: { click: closePicture } }, say("picture.close"));
  box.replaceChildren(h("p", { class: "text" }, text), image, broken, h("div", { class: "buttons" }, toggle, close));
  draw();
  cover("picture", close);
}

export function closePicture() {
  uncover("picture");
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !byId("picture").hidden) closePicture();
});
