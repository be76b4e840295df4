// The first step: what the table is called.
import { h } from "./dom.js";
import { field, heading } from "./setup-parts.js";
import { say } from "./words.js";

export function nameStep(state, env) {
  const input = h("input", { name: "table-name", value: state.settings.table.name, maxlength: 40, autocomplete: "off", spellcheck: "false", on: { input: env.changed } });
  return {
    element: h("div", { class: "body" }, heading(say("name.title"), say("name.hint")), field(say("name.label"), input, { class: "field large" })),
    changes: () => ({ table: { name: input.value.trim() } }),
  };
}
