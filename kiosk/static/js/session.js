// Who this browser is at the table, and the token that everything it sends must carry.

let known = null;

/** A table that has not said it by then says nothing: whoever waits is told, and the next one asks anew. */
const PATIENCE_MS = 8000;

/** {token, role, person, left_s, set_up, people}; asked anew with `again`. */
export function session(again = false) {
  if (known === null || again) {
    known = fetch("/session", { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE_MS) }).then((answer) => answer.json());
    known.catch(() => { known = null; });
  }
  return known;
}

/** The next one who asks gets it from the table. */
export function forget() {
  known = null;
}
