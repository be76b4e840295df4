// Codes that let others sign in: shown as a picture to scan, and as text to type.
import { byId, h } from "./dom.js";
import { post } from "./send.js";
import { session } from "./session.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

/** A judge may let in an own second device, an organiser everybody and the table's screens. */
export async function offerCodes() {
  const { people, person } = await session(true);
  const button = (id, label) => h("button", { type: "button", class: "quiet", "data-code-for": id ?? "screen", on: { click: () => showCode(id) } }, label);
  const mine = person ? [button(person.id, say("judge.code-mine"))] : [];
  const others = person?.organiser
    ? [...people.filter((each) => each.id !== person.id).map((each) => button(each.id, say("judge.code-for", { name: each.name }))), button(null, say("judge.code-screen"))]
    : [];
  byId("code-buttons").replaceChildren(...mine, ...others);
}

async function showCode(person) {
  const told = await post("/codes", { person });
  if (told.error) {
    toast(byId("toast"), told.error.text, "refused");
    return;
  }
  const box = byId("code");
  const until = performance.now() + told.life_s * 1000;
  const left = h("p", { id: "code-left", role: "status" });
  const [page] = told.link.split("#");
  box.dataset.gone = "no";
  box.replaceChildren(...[
    h("h2", { id: "code-title" }, person === null ? say("judge.scan-screen") : say("judge.scan", { name: told.for })),
    told.text ? h("p", { class: "warn" }, told.text) : null,
    h("img", { id: "code-picture", src: told.picture, alt: told.link, width: 320, height: 320 }),
    h("p", { class: "link" }, say("judge.type", { link: page })),
    h("p", { id: "code-text" }, told.code),
    left,
    h("button", { type: "button", id: "code-close", on: { click: () => box.close() } }, say("judge.close")),
  ].filter(Boolean));
  box.showModal();
  const tick = () => {
    const seconds = Math.ceil((until - performance.now()) / 1000);
    box.dataset.gone = seconds > 0 ? "no" : "yes";
    const text = seconds > 0 ? say("judge.left", { seconds: seconds > 60 ? Math.ceil(seconds / 30) * 30 : seconds > 10 ? Math.ceil(seconds / 10) * 10 : seconds }) : say("judge.gone");
    if (left.textContent !== text) left.textContent = text;
    if (box.open && left.isConnected && seconds > 0) setTimeout(tick, 1000);
  };
  tick();
}
