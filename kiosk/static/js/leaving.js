// Whoever signs out asks for nothing more: what is under way is given up, so that nothing comes to a closed door.
let controller = new AbortController();

/** For everything that a page of somebody who is signed in fetches: it ends with the visit, or after so long. */
export function untilLeaving(limitMs) {
  const { signal } = controller;
  const own = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    own.abort();
  };
  const timer = setTimeout(stop, limitMs);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  return own.signal;
}

export const leave = () => controller.abort();

/** It was not done after all. */
export function stay() {
  controller = new AbortController();
}
