// Who this browser is at the table, and the token that everything it sends must carry.

let known = null;

/** {token, role, person, left_s, set_up, people}; asked anew with `again`. */
export function session(again = false) {
  if (known === null || again) {
    known = fetch("/session", { credentials: "same-origin" }).then((answer) => answer.json());
    known.catch(() => { known = null; });
  }
  return known;
}

/** The next one who asks gets it from the table. */
export function forget() {
  known = null;
}
