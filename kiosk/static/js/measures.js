// Measures that the style sheets need: where timer and prompt end, how tall the keypad is.
import { byId } from "./dom.js";

/** Keeps --head-end and --keypad-height right, whatever is shown. */
export function keepMeasures() {
  const root = document.documentElement.style;
  const measure = () => {
    root.setProperty("--head-end", `${Math.max(0, byId("head").getBoundingClientRect().bottom)}px`);
    root.setProperty("--keypad-height", `${byId("keypad").offsetHeight}px`);
  };
  const observer = new ResizeObserver(measure);
  for (const id of ["head", "strip", "keypad", "table"]) observer.observe(byId(id));
  window.addEventListener("scroll", measure, { passive: true });
}
