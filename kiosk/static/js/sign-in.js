// The page on which judges and organisers sign in.
import { byId } from "./dom.js";
import { PinPad } from "./pin-pad.js";
import { post } from "./send.js";
import { session } from "./session.js";
import { say } from "./words.js";

const box = byId("pad");
if (box) {
  const { people } = await session(true);
  new PinPad(box, people, async (person, pin) => {
    const told = await post("/sign-in", { person: person.id, pin });
    if (told.error) return { text: told.error.text, wait_s: told.wait_s };
    location.replace(document.body.dataset.next);
    return null;
  }, say("sign.go"));
}
document.body.dataset.ready = "yes";
