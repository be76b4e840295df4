// One tap with a phone's camera: the code is behind the # of the link and is handed in at once.
import { byId, ready } from "./dom.js";
import { post } from "./send.js";
import { say } from "./words.js";

const form = byId("join");
const input = byId("code");

async function join(code) {
  byId("fault").textContent = "";
  byId("joining").hidden = false;
  form.hidden = true;
  const told = await post("/join", { code });
  byId("joining").hidden = true;
  if (told.error) {
    form.hidden = false;
    byId("fault").textContent = told.error.text;
    input.focus();
    return;
  }
  location.replace(told.go);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const code = input.value.trim();
  if (code) join(code);
  else byId("fault").textContent = say("sign.no-code");
});

const code = decodeURIComponent(location.hash.slice(1));
// It works once: nothing is gained by keeping it in the history.
if (code) history.replaceState(null, "", location.pathname);
document.body.dataset.ready = "yes";
ready();
if (code) join(code);
else input.focus();
