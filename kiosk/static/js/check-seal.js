// While a match is running the adjudicator is silent, also on a page that was opened before. The table decides it.
import { byId } from "./dom.js";
import { Stream } from "./stream.js";

/** Follows the table; `sealed()` is called when the page is closed, so that nothing of it stays in sight. */
export function watchSeal(sealed) {
  let last = null;
  const look = async (body) => {
    const now = JSON.stringify([body.match?.phase, body.match?.over]);
    if (now === last) return;
    last = now;
    try {
      const told = await (await fetch("/check/seal")).json();
      show(told.sealed, sealed);
    } catch {
      last = null;
    }
  };
  new Stream("/events", { screen: look }, () => {});
}

function show(why, sealed) {
  const was = !byId("seal-cover").hidden;
  byId("seal-cover").hidden = why === null;
  byId("page").inert = why !== null;
  byId("seal-text").textContent = why ?? "";
  if (why !== null && !was) {
    sealed();
    byId("seal").querySelector("a").focus();
  }
}
