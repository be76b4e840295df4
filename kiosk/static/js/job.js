// A long work of the table: it is begun, asked about until it is over, and shows how far it has come.
import { h } from "./dom.js";
import { say } from "./words.js";

const AGAIN_MS = 300;
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** What the table answers; a link that is down is an answer too. */
export async function fetched(path) {
  try {
    const answer = await fetch(path, { credentials: "same-origin", headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    return { error: { code: "link", text: say("link.failed") } };
  }
}

/** Shows in `place` how far something has come; gives what to call with a share from 0 to 1. */
export function progressIn(place, text) {
  const shown = h("progress", { max: 1, "aria-label": text });
  place.replaceChildren(h("p", {}, text), shown);
  return (share) => { shown.value = share; };
}

/** Waits until the work that `told` is about has ended: {state: "done" or "refused", …} or {error}. */
export async function ended(told, path, share) {
  let now = told;
  while (!now.error && now.state === "running") {
    if (now.of) share(now.done / now.of);
    await wait(AGAIN_MS);
    now = await fetched(path(now.id));
  }
  return now;
}
