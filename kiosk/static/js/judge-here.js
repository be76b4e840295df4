// A judge at this table: name and PIN for one thing that only a judge may do. Nobody stays signed in by it.
import { h } from "./dom.js";
import { PinPad } from "./pin-pad.js";
import { session } from "./session.js";
import { say } from "./words.js";

const STYLE = "/static/css/sign-in.css";

/**
 * Asks for a judge and sends `body` again with the proof as `field`, until it is taken or somebody gives up.
 * Gives {told, asked}: the table's answer, and what was sent in the end; or null.
 */
export async function confirmed(why, field, body, again) {
  await styled();
  const { people } = await session(true);
  return new Promise((resolve) => {
    const pad = h("div", { class: "pad" });
    const cancel = h("button", { type: "button", class: "cancel quiet", on: { click: () => box.close() } }, say("sign.cancel"));
    const title = say(field === "sign" ? "sign.here" : "sign.second");
    const box = h("dialog", { id: "judge-here", class: "sign", "aria-labelledby": "judge-here-title", "data-why": why },
      h("h1", { id: "judge-here-title" }, title), pad, cancel);
    let result = null;
    box.addEventListener("close", () => { box.remove(); resolve(result); });
    document.body.append(box);
    box.showModal();
    new PinPad(pad, people, async (person, pin) => {
      const asked = { ...body, [field]: { person: person.id, pin } };
      const told = await again(asked);
      if (told.error && ["wrong-pin", "wait", "busy", "link"].includes(told.error.code)) {
        return { text: told.error.text, wait_s: told.wait_s };
      }
      result = { told, asked };
      box.close();
      return null;
    }, say("sign.confirm"));
  });
}

/** The dialog's style comes with it: most tables never need it. */
function styled() {
  if (document.querySelector(`link[href="${STYLE}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = h("link", { rel: "stylesheet", href: STYLE, on: { load: resolve, error: resolve } });
    document.head.append(link);
  });
}
