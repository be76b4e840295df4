// The fifth step: which box has the buttons, the block and the timer, and whether it answers.
import { h } from "./dom.js";
import { boxTest } from "./setup-boxtest.js";
import { chips, field, heading, useNow } from "./setup-parts.js";
import { say } from "./words.js";

const KINDS = ["simulated", "serial", "gpio"];

export function boxStep(state, env) {
  const usual = state.settings.box;
  let kind = usual.kind;
  const port = h("input", { name: "box-port", value: usual.port, maxlength: 200, autocomplete: "off", spellcheck: "false", on: { input: () => changed() } });
  const wiring = h("input", { name: "box-wiring", value: usual.wiring, maxlength: 200, autocomplete: "off", spellcheck: "false", on: { input: () => changed() } });
  const cable = field(say("box.port"), port);
  const pins = field(say("box.wiring"), wiring);
  const changes = () => ({ box: { kind, port: port.value.trim(), wiring: wiring.value.trim() } });
  const use = useNow(say("box.use-hint"), env, changes);
  const changed = () => {
    show();
    use.show(kind !== usual.kind || port.value.trim() !== usual.port || wiring.value.trim() !== usual.wiring);
    env.changed();
  };
  const show = () => {
    cable.hidden = kind !== "serial";
    pins.hidden = kind !== "gpio";
  };
  show();
  const test = boxTest(env);
  return {
    element: h("div", { class: "body" }, heading(say("box.title"), say("box.hint")),
      chips("box-kind", say("box.title"), KINDS.map((value) => ({ value, text: say(`boxkind.${value}`) })), kind, (value) => { kind = value; changed(); }),
      cable, pins, use.element, test.element),
    changes,
    leave: test.leave,
  };
}
