// The audit by keys: J and K through the lines, Escape back, and what the pictures and the clip can do.

const MOVES = { ArrowLeft: [0.12, 0], ArrowRight: [-0.12, 0], ArrowUp: [0, 0.12], ArrowDown: [0, -0.12] };
const typing = (target) => target.closest?.("input:not([type='checkbox'], [type='range']), select, textarea, dialog");

/** `does` has next, previous and close; `opened()` gives what is open: {pictures, clips}, or null. */
export function listenToKeys(does, opened) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const deed = deedOf(event.key.length === 1 ? event.key.toLowerCase() : event.key, does, opened());
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

function deedOf(key, does, open) {
  const always = { j: does.next, k: does.previous }[key];
  if (always || !open) return always ?? null;
  if (key === "Escape") return does.close;
  const [clip] = open.clips;
  const plays = clip ? { p: () => clip.toggle(), ",": () => clip.step(-1), ".": () => clip.step(1) }[key] : null;
  const { pictures } = open;
  if (plays || !pictures) return plays ?? null;
  const looks = { o: () => pictures.toggleOverlay(), z: () => pictures.toggleZoom(), b: () => pictures.flip(), "+": () => pictures.zoom.in(), "-": () => pictures.zoom.out(), 0: () => pictures.zoom.reset() }[key];
  // Without a closer look the arrows scroll, as everywhere.
  return looks ?? (MOVES[key] && pictures.zoom.scale > 1 ? () => pictures.zoom.move(...MOVES[key]) : null);
}
