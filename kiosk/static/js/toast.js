// A short word on what became of the last tap.
let timeout;

/** Shows `text` in `element` for some seconds; a refusal stays longer. */
export function toast(element, text, kind = "done") {
  if (!text) return;
  clearTimeout(timeout);
  element.textContent = text;
  element.dataset.kind = kind;
  element.hidden = false;
  timeout = setTimeout(() => { element.hidden = true; }, kind === "done" ? 4000 : 8000);
}
