// What the browser tells the table.
import { say } from "./words.js";

/** Sends JSON. Gives {ok, status, text, …}; a link that is down is an answer too, never an exception. */
export async function send(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    return { ok: false, status: "failed", text: say("link.failed") };
  }
  try {
    const told = await response.json();
    if (told.error) return { ok: false, status: "failed", text: told.error.text };
    return { ...told, ok: told.status !== "refused" };
  } catch {
    return { ok: false, status: "failed", text: say("link.failed") };
  }
}

/** The request for an action, with the typed text where the action asks for one. */
export function request(action, typed) {
  const sent = { event: action.event, ...action.fields };
  if (action.player !== null && action.player !== undefined) sent.player = action.player;
  if (typed !== undefined) sent[action.entry.field] = typed;
  return sent;
}
