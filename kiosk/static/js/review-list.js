// A long list of which only what is in sight is in the page. Every item has one of a few known heights, so that the
// list's length and each item's place are known without drawing anything.

/** So much of the scroller's own height is drawn above and below what is in sight; more while it moves, which a flick
 * must not outrun. */
const BEYOND = 1.5;
const BEYOND_MOVING = 5;
/** Nothing has moved for so long: it stands. */
const STILL_MS = 120;

export class LongList {
  #items = [];
  #tops = [0];
  #shown = new Map();
  #asked = false;
  #still = null;

  /**
   * `height(item)` in pixels, `key(item)` unique, `build(item)` gives the element (an li). `settled(element)` is called
   * for each that is drawn once the list stands: what costs the table something is asked for then.
   */
  constructor(scroller, list, { height, key, build, settled = () => {} }) {
    Object.assign(this, { scroller, list, height, key, build, settled });
    scroller.addEventListener("scroll", () => this.#moved(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(scroller);
  }

  get items() {
    return this.#items;
  }

  /**
   * Other items. What stands at the upper edge stays there, whatever came or went above it; with `top` the list begins
   * at its beginning.
   */
  set(items, { top = false } = {}) {
    const anchor = top ? null : this.#anchor();
    this.#items = items;
    this.#lay();
    if (top) this.scroller.scrollTop = 0;
    else if (anchor) {
      const at = this.place(anchor.key);
      if (at >= 0) this.scroller.scrollTop = this.#tops[at] + anchor.by;
    }
    this.draw(true);
  }

  /** Heights have changed (another width, larger type). */
  measure() {
    const anchor = this.#anchor();
    this.#lay();
    const at = anchor ? this.place(anchor.key) : -1;
    if (at >= 0) this.scroller.scrollTop = this.#tops[at] + anchor.by;
    this.draw(true);
  }

  place(key) {
    return this.#items.findIndex((item) => this.key(item) === key);
  }

  element(key) {
    return this.#shown.get(key);
  }

  /** Brings an item into sight, if it is not. */
  reveal(key) {
    const at = this.place(key);
    if (at < 0) return;
    const { scrollTop, clientHeight } = this.scroller;
    const [start, end] = [this.#tops[at], this.#tops[at + 1]];
    // The heading of the group stays above it.
    if (start - 60 < scrollTop) this.scroller.scrollTop = Math.max(0, start - 60);
    else if (end > scrollTop + clientHeight) this.scroller.scrollTop = end - clientHeight;
    this.draw();
  }

  /** Is the beginning of the list in sight? */
  get atTop() {
    return this.scroller.scrollTop < 8;
  }

  #anchor() {
    const { scrollTop } = this.scroller;
    if (scrollTop < 8 || !this.#items.length) return null;
    const at = this.#at(scrollTop);
    return { key: this.key(this.#items[at]), by: scrollTop - this.#tops[at] };
  }

  #lay() {
    const tops = new Array(this.#items.length + 1);
    let top = 0;
    this.#items.forEach((item, at) => { tops[at] = top; top += this.height(item); });
    tops[this.#items.length] = top;
    this.#tops = tops;
    this.list.style.height = `${top}px`;
  }

  /** The item at that height, by halving. */
  #at(y) {
    let [low, high] = [0, this.#items.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= y) low = middle; else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #moved() {
    clearTimeout(this.#still);
    this.#still = setTimeout(() => { this.#still = null; this.draw(); }, STILL_MS);
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame(() => { this.#asked = false; this.draw(); });
  }

  /** Draws what is in sight and around it; `anew` builds it again. */
  draw(anew = false) {
    if (anew) this.#shown.clear();
    const { scrollTop, clientHeight } = this.scroller;
    const beyond = this.#still === null ? BEYOND : BEYOND_MOVING;
    const first = this.#at(scrollTop - beyond * clientHeight);
    const last = this.#items.length ? this.#at(scrollTop + (1 + beyond) * clientHeight) : -1;
    const shown = new Map();
    const added = [];
    for (let at = first; at <= last; at += 1) {
      const item = this.#items[at];
      const key = this.key(item);
      let element = this.#shown.get(key);
      if (!element) {
        element = this.build(item, at);
        element.style.top = `${this.#tops[at]}px`;
        element.style.height = `${this.#tops[at + 1] - this.#tops[at]}px`;
        element.setAttribute("aria-setsize", this.#items.length);
        element.setAttribute("aria-posinset", at + 1);
        added.push(element);
      }
      shown.set(key, element);
    }
    if (anew) {
      const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
      this.list.replaceChildren(...shown.values());
      if (focused !== undefined) this.list.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    } else {
      for (const [key, element] of this.#shown) if (!shown.has(key)) element.remove();
      this.list.append(...added);
    }
    this.#shown = shown;
    if (this.#still === null) shown.forEach(this.settled);
  }
}
