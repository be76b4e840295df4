// What the browser tells the table.
import { session } from "./session.js";
import { say } from "./words.js";

const FAILED = () => ({ error: { code: "link", text: say("link.failed") } });
/** What the table answers when it wants a judge's name and PIN, and the field that they go into. */
const SIGNED = { "judge-needed": "sign", "second-judge-needed": "second_sign" };

// The first touch must not wait for it.
session().catch(() => {});

/**
 * Sends JSON and gives what came back; a link that is down is an answer too, never an exception. With `limitMs`, so is
 * one that says nothing for so long.
 */
export async function post(path, body, limitMs = null) {
  let told = await once(path, body, false, limitMs);
  // A token may be older than the table's data: it was refused before anything was done, so a new one may try.
  if (told.error?.code === "token") told = await once(path, body, true, limitMs);
  return told;
}

async function once(path, body, again, limitMs) {
  try {
    const { token } = await session(again);
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Tablejudge-Token": token },
      body: JSON.stringify(body),
      credentials: "same-origin",
      signal: limitMs === null ? undefined : AbortSignal.timeout(limitMs),
    });
    const told = await response.json();
    const wait = Number(response.headers.get("Retry-After"));
    return wait > 0 && told.error ? { ...told, wait_s: wait } : told;
  } catch {
    return FAILED();
  }
}

/** Sends JSON, with a judge's confirmation where the table wants one. Gives {ok, status, text, …}. */
export async function send(path, body) {
  let told = await post(path, body);
  let asked = body;
  while (told.error && SIGNED[told.error.code]) {
    const { confirmed } = await import("./judge-here.js");
    const signed = await confirmed(told.error.code, SIGNED[told.error.code], asked, (again) => post(path, again));
    if (signed === null) return { ok: false, status: "failed", text: null };
    ({ told, asked } = signed);
  }
  if (told.error) return { ok: false, status: "failed", text: told.error.text, code: told.error.code, wait_s: told.wait_s };
  return { ...told, ok: told.status !== "refused" };
}

/** The request for an action, with the typed text where the action asks for one. */
export function request(action, typed) {
  const sent = { event: action.event, ...action.fields };
  if (action.player !== null && action.player !== undefined) sent.player = action.player;
  // A key that writes nothing leaves the field open.
  if (typed !== undefined) sent[action.entry.field] = typed === "" ? null : typed;
  return sent;
}
