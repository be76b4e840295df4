// How this screen shows and sounds: large type, strong contrast, sounds. Remembered by this browser, for this screen.
import { byId, h } from "./dom.js";
import { cover, uncover } from "./cover.js";
import { say } from "./words.js";

const KEPT = "tablejudge.modes";
const FIRST = { large: false, contrast: false, sound: true };

let modes = { ...FIRST };
const listeners = [];

function read() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    // A browser that keeps nothing shows the first modes; that is no reason to stop.
    return { ...FIRST };
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(modes));
  } catch {
    // The modes last until the page is closed.
  }
}

function apply() {
  const root = document.documentElement;
  root.dataset.type = modes.large ? "large" : "normal";
  root.dataset.contrast = modes.contrast ? "strong" : "normal";
  const button = byId("modes-open");
  if (button) button.dataset.sound = modes.sound ? "on" : "off";
  for (const listener of listeners) listener(modes);
}

export const soundsOn = () => modes.sound;

/** Calls `listener(modes)` now and after every change. */
export function onModes(listener) {
  listeners.push(listener);
  listener(modes);
}

function change(name, on) {
  modes = { ...modes, [name]: on };
  keep();
  apply();
}

function toggle(name) {
  const input = h("input", { type: "checkbox", id: `mode-${name}`, checked: modes[name], on: { change: () => change(name, input.checked) } });
  return h("label", { class: "mode" }, input, h("span", { class: "switch", "aria-hidden": "true" }),
    h("span", { class: "words" }, h("strong", {}, say(`modes.${name}`)), h("small", {}, say(`modes.${name}-hint`))));
}

function open() {
  const close = h("button", { type: "button", id: "modes-close", class: "primary", on: { click: () => uncover("modes") } }, say("modes.done"));
  byId("modes").replaceChildren(
    h("h2", { id: "modes-title" }, say("modes.title")),
    toggle("sound"), toggle("large"), toggle("contrast"),
    h("div", { class: "buttons" }, close));
  cover("modes", byId("modes").querySelector("input"));
}

/** Takes up what this screen was set to, and offers to change it. */
export function keepModes() {
  modes = read();
  apply();
  byId("modes-open").addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("modes").hidden) uncover("modes");
  });
}
