// The last step: what has been set up, and the word that this is it.
import { h } from "./dom.js";
import { heading, selfTestCard } from "./setup-parts.js";
import { say } from "./words.js";

export function finishStep(state, env) {
  const look = state.steps.some((step) => step.state !== "ok");
  const row = (step) => h("li", { "data-card": step.name, "data-state": step.state },
    h("a", { href: `#${step.name}` }, say(`step.${step.name}`)), h("span", { class: "state" }, say(`state.${step.state}`)), h("span", { class: "summary" }, step.summary));
  return {
    element: h("div", { class: "body" }, heading(say(look ? "finish.almost" : "finish.title"), say(look ? "finish.look" : "finish.hint")),
      h("ul", { class: "cards" }, state.steps.map(row)), selfTestCard(state.tested)),
    done: async () => state.finished || env.keep({ table: { set_up: true } }),
  };
}
