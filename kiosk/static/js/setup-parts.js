// Pieces that several steps of the set-up are made of.
import { h } from "./dom.js";
import { say } from "./words.js";

/** A heading that takes the focus when its step is shown, and a word below it. */
export function heading(title, hint) {
  return [h("h2", { tabindex: "-1" }, title), hint ? h("p", { class: "hint" }, hint) : null];
}

/** One choice of several, as large buttons. */
export function chips(name, label, options, chosen, onChange) {
  return h("div", { class: "chips", role: "radiogroup", "aria-label": label }, options.map(({ value, text }) => h("label", { class: "chip" },
    h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => onChange(value) } }), h("span", {}, text))));
}

/** A field with its label. */
export function field(label, input, attributes = {}) {
  return h("label", { class: "field", ...attributes }, h("span", {}, label), input);
}

/** The way to use what was chosen before going on: what is tried out below is what is in use. */
export function useNow(hint, env, changes) {
  const button = h("button", { type: "button", class: "quiet", "data-use": "now", on: { click: async () => {
    if (await env.keep(changes())) await env.again();
  } } }, say("camera.use"));
  const element = h("div", { class: "use", hidden: true }, h("p", { class: "hint" }, hint), button);
  return { element, show: (so) => { element.hidden = !so; } };
}

/** The way to the self-test, with a word on what it is. */
export function selfTestCard(last) {
  const told = last ? h("p", { class: "tested", "data-well": last.well ? "yes" : "no" }, say("test.last", { began: new Date(last.began).toLocaleString(), verdict: last.verdict })) : null;
  return h("section", { class: "card" }, h("p", {}, say("test.link-hint")), told, h("a", { class: "button quiet", href: "/setup/self-test", "data-self-test": "go" }, say("test.page")));
}
