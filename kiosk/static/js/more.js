// Whether something goes on below what is in sight: a list that is cut off must say so.
import { byId } from "./dom.js";

/** Less than a line is nothing to scroll for. */
const SLACK_PX = 8;

/** Shows `hint` while there is more in `list` than can be seen. */
export function keepMore(list, hint) {
  const box = byId(list);
  const settle = () => { byId(hint).hidden = box.scrollHeight - box.scrollTop - box.clientHeight <= SLACK_PX; };
  box.addEventListener("scroll", settle, { passive: true });
  new ResizeObserver(settle).observe(box);
  new MutationObserver(settle).observe(box, { childList: true, subtree: true, characterData: true });
}
