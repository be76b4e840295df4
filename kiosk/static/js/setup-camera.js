// The fourth step: which camera watches the mat, and what it sees.
import { h } from "./dom.js";
import { livePicture } from "./setup-live.js";
import { chips, field, heading, useNow } from "./setup-parts.js";
import { say } from "./words.js";

const KINDS = ["simulated", "usb", "picamera2", "folder"];

export function cameraStep(state, env) {
  const usual = state.settings.camera;
  let kind = usual.kind;
  const device = h("input", { name: "camera-device", value: usual.device, maxlength: 200, autocomplete: "off", spellcheck: "false", on: { input: () => changed() } });
  const path = h("input", { name: "camera-path", value: usual.path, maxlength: 200, autocomplete: "off", spellcheck: "false", on: { input: () => changed() } });
  const real = field(say("camera.device"), device);
  const recorded = field(say("camera.path"), path);
  const changes = () => ({ camera: { kind, device: device.value.trim(), path: path.value.trim() } });
  const use = useNow(say("camera.use-hint"), env, changes);
  const show = () => {
    real.hidden = !["usb", "picamera2"].includes(kind);
    recorded.hidden = kind !== "folder";
  };
  const changed = () => {
    show();
    use.show(kind !== usual.kind || device.value.trim() !== usual.device || path.value.trim() !== usual.path);
    env.changed();
  };
  show();
  const live = livePicture(env);
  return {
    element: h("div", { class: "body" }, heading(say("camera.title"), say("camera.hint")),
      chips("camera-kind", say("camera.title"), KINDS.map((value) => ({ value, text: say(`camerakind.${value}`) })), kind, (value) => { kind = value; changed(); }),
      real, recorded, use.element, live.element),
    changes,
    leave: live.leave,
  };
}
