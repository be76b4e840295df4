// Elements and sections of a page.

/** A new element. Attributes with false, null or undefined are left out; `on` holds listeners. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [kind, listener] of Object.entries(value)) element.addEventListener(kind, listener);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/**
 * The page's own buttons stand disabled in its template (data-waits) until their listeners are there: a tap that comes
 * sooner must not be lost in silence. Called by each page's script when it is at work.
 */
export function ready() {
  for (const button of document.querySelectorAll("button[data-waits]")) button.disabled = false;
}

/**
 * Does the work of a button, and marks it as busy until that is done: with a camera to wait for, the table may take a
 * while to say what came of a tap, and an impatient second one would be another deed.
 */
export async function whileBusy(button, work) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    await work();
  } finally {
    button.ariaBusy = null;
  }
}

const painted = new WeakMap();

/**
 * Builds a section anew, but only when what it shows has changed: a button must not vanish under a finger
 * because something else on the screen moved. The focus stays on the element with the same data-focus.
 */
export function paint(section, shown, build) {
  const text = JSON.stringify(shown);
  if (painted.get(section) === text) return;
  painted.set(section, text);
  const focused = section.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  section.replaceChildren(...[build()].flat().filter(Boolean));
  if (focused !== undefined) section.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}
