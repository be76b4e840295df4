// All steps with the state of each: what one comes back to once the table is set up.
import { h } from "./dom.js";
import { selfTestCard } from "./setup-parts.js";
import { say } from "./words.js";

export function showOverview(section, state, env) {
  if (state.broken) {
    section.replaceChildren(h("p", { class: "fault", role: "alert" }, state.broken));
    return;
  }
  const card = (step) => h("li", { "data-card": step.name, "data-state": step.state },
    h("h2", {}, say(`step.${step.name}`)),
    h("span", { class: "state" }, say(`state.${step.state}`)),
    h("p", { class: "summary" }, step.summary),
    h("a", { class: "button quiet", href: `#${step.name}`, "data-change": step.name, "aria-label": `${say("setup.change")}: ${say(`step.${step.name}`)}` }, say("setup.change")));
  const undo = state.undo ? h("section", { class: "card" },
    h("ul", { class: "back" }, state.undo.changes.map((each) => h("li", {}, each.text))),
    h("button", { type: "button", id: "undo", class: "quiet", on: { click: async () => { if (await env.tell("/setup/undo", { base: state.undo.base })) await env.again(); } } }, say("plan.undo"))) : null;
  section.replaceChildren(...[
    state.waits ? h("p", { id: "waits", class: "warn" }, state.waits) : null,
    h("ul", { class: "cards" }, state.steps.map(card)),
    selfTestCard(state.tested),
    undo,
    h("div", { class: "buttons" }, h("a", { class: "button quiet", id: "again", href: "#all" }, say("setup.again"))),
    h("p", { class: "hint file" }, say("setup.file", { file: state.file })),
  ].filter(Boolean));
}
