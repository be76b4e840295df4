// Two pictures that are zoomed and moved together: by wheel, pinch, double tap, drag, buttons and keys.

const MOST = 8;
const STEP = 1.5;
/** Two taps so near to each other, in time and place, are one double tap. */
const TAP_MS = 320;
const TAP_PX = 30;
/** A finger that goes so far sideways on a picture that is not zoomed turns to the other one. */
const SWIPE_PX = 50;

export class Zoom {
  #scale = 1;
  #x = 0;
  #y = 0;
  /** How it lies when nobody looks closer: the sheet as large as there is room. */
  #home = { scale: 1, x: 0, y: 0 };
  #pointers = new Map();
  #pinch = null;
  #tap = null;
  #start = null;

  /** `stages` are moved within their `frames`, all alike; `swiped(+1 or -1)` when a finger goes sideways. */
  constructor(frames, stages, swiped = () => {}) {
    Object.assign(this, { frames, stages, swiped });
    for (const frame of frames) this.#listen(frame);
  }

  /** Does somebody look closer? */
  get close() {
    return this.#scale > this.#home.scale * 1.01;
  }

  /** From now on this box of the picture (fractions of its sides) is what is seen unless somebody looks closer. */
  fit({ left, top, right, bottom }) {
    const scale = Math.min(MOST, Math.max(1, 1 / Math.max(right - left, bottom - top)));
    const wasHome = !this.close;
    this.#home = { scale, x: 0.5 - ((left + right) / 2) * scale, y: 0.5 - ((top + bottom) / 2) * scale };
    if (wasHome) this.reset();
  }

  /** By so much, around a place of the frame (fractions of its sides). */
  by(factor, at = { x: 0.5, y: 0.5 }) {
    const scale = Math.min(MOST * this.#home.scale, Math.max(1, this.#scale * factor));
    const grown = scale / this.#scale;
    this.#x = at.x - (at.x - this.#x) * grown;
    this.#y = at.y - (at.y - this.#y) * grown;
    this.#scale = scale;
    this.#apply();
  }

  in() {
    this.by(STEP);
  }

  out() {
    this.by(1 / STEP);
  }

  /** By fractions of the frame. */
  move(x, y) {
    this.#x += x;
    this.#y += y;
    this.#apply();
  }

  reset() {
    ({ scale: this.#scale, x: this.#x, y: this.#y } = this.#home);
    this.#apply();
  }

  /** A place of the picture in the middle, so many times as large. */
  to(place, larger) {
    const scale = this.#home.scale * larger;
    this.#scale = scale;
    this.#x = 0.5 - place.x * scale;
    this.#y = 0.5 - place.y * scale;
    this.#apply();
  }

  #apply() {
    const least = 1 - this.#scale;
    this.#x = Math.min(0, Math.max(least, this.#x));
    this.#y = Math.min(0, Math.max(least, this.#y));
    for (const stage of this.stages) {
      stage.style.transform = `translate(${(this.#x * 100).toFixed(3)}%, ${(this.#y * 100).toFixed(3)}%) scale(${this.#scale.toFixed(4)})`;
      // Lines stay as thin as they were.
      stage.style.setProperty("--zoom", this.#scale.toFixed(3));
    }
    for (const frame of this.frames) {
      frame.dataset.zoom = (this.#scale / this.#home.scale).toFixed(2);
      frame.classList.toggle("zoomed", this.close);
    }
  }

  #listen(frame) {
    const place = (event) => {
      const box = frame.getBoundingClientRect();
      return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    };
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.by(Math.exp(-event.deltaY * 0.002), place(event));
    }, { passive: false });
    // Two fingers are ours from the first moment: a browser that scrolls with them would end the pinch.
    for (const kind of ["touchstart", "touchmove"]) frame.addEventListener(kind, (event) => { if (event.touches.length > 1) event.preventDefault(); }, { passive: false });
    frame.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      this.#pointers.set(event.pointerId, place(event));
      try { frame.setPointerCapture(event.pointerId); } catch { /* the pointer has gone already */ }
      this.#start = this.#pointers.size === 1 ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
      this.#pinch = this.#pointers.size === 2 ? this.#between() : null;
    });
    frame.addEventListener("pointermove", (event) => {
      const before = this.#pointers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      this.#pointers.set(event.pointerId, now);
      if (this.#pinch) {
        const pinch = this.#between();
        this.move(pinch.x - this.#pinch.x, pinch.y - this.#pinch.y);
        if (this.#pinch.apart > 0) this.by(pinch.apart / this.#pinch.apart, pinch);
        this.#pinch = pinch;
      } else if (this.close) {
        this.move(now.x - before.x, now.y - before.y);
      }
    });
    const up = (event) => {
      if (!this.#pointers.delete(event.pointerId)) return;
      this.#pinch = this.#pointers.size === 2 ? this.#between() : null;
      if (event.type === "pointerup" && this.#start) this.#tapped(event, place(event));
      this.#start = null;
    };
    frame.addEventListener("pointerup", up);
    frame.addEventListener("pointercancel", up);
  }

  #tapped(event, at) {
    const [right, down] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
    if (!this.close && Math.abs(right) > SWIPE_PX && Math.abs(right) > 2 * Math.abs(down)) {
      this.swiped(right < 0 ? 1 : -1);
      return;
    }
    if (Math.hypot(right, down) > TAP_PX) return;
    const last = this.#tap;
    this.#tap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    if (last && event.timeStamp - last.at < TAP_MS && Math.hypot(event.clientX - last.x, event.clientY - last.y) < TAP_PX) {
      this.#tap = null;
      if (this.close) this.reset();
      else this.by(2.5, at);
    }
  }

  #between() {
    const [one, other] = [...this.#pointers.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  }
}
