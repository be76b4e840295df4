// The sheet of the simulated table: sections, and cubes that follow a finger, a mouse or the arrow keys.
import { cubeName, letterOf } from "./cubes.js";
import { svg } from "./dom.js";
import { printed, say } from "./words.js";

const MARGIN_MM = 14;
const STEP_MM = 8;
const TWICE_MS = 350;

export class Sheet {
  #cubes = new Map();
  #held = null;
  #chosen = null;
  #tapped = { id: null, at: 0 };
  #drawn = "";

  /** `act(request)` sends what the hand did. */
  constructor(element, act) {
    this.element = element;
    this.act = act;
    this.sections = svg("g", {});
    this.layer = svg("g", {});
    element.append(this.sections, this.layer);
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#up(event));
    element.addEventListener("wheel", (event) => { if (this.#held) { event.preventDefault(); this.turn(); } }, { passive: false });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows the table as it lies; the cube in this hand stays where the hand is. */
  show({ layout, cubes }) {
    this.#layOut(layout);
    for (const cube of cubes) {
      const known = this.#cubes.get(String(cube.id));
      const mine = this.#held?.id === cube.id || known?.pending > 0;
      if (!known) this.#add(cube);
      else if (mine) Object.assign(known.cube, { color: cube.color, symbol: cube.symbol });
      else known.cube = { ...cube };
      this.#place(this.#cubes.get(String(cube.id)));
    }
    for (const id of [...this.#cubes.keys()]) {
      if (cubes.some((cube) => String(cube.id) === id)) continue;
      this.#cubes.get(id).element.remove();
      this.#cubes.delete(id);
    }
  }

  /** Turns the cube in the hand, or the one touched last, by a quarter, clockwise. */
  async turn() {
    const entry = this.#held ?? this.#cubes.get(this.#chosen);
    if (!entry) return;
    entry.cube.orientation = (entry.cube.orientation + 90) % 360;
    entry.turned = true;
    this.#place(entry);
    if (this.#held) return;
    await this.#doing(entry, [{ do: "lift", cube: entry.id }, this.#dropped(entry)]);
  }

  #layOut(layout) {
    const drawn = JSON.stringify(layout);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.size = layout.cube_mm;
    this.sheet = layout.sheet_mm;
    this.goal = layout.sections.goal;
    const [width, height] = layout.sheet_mm;
    this.element.setAttribute("viewBox", `${-MARGIN_MM} ${-MARGIN_MM} ${width + 2 * MARGIN_MM} ${height + 2 * MARGIN_MM}`);
    this.sections.replaceChildren(
      svg("rect", { class: "paper", x: 0, y: 0, width, height, rx: 3 }),
      ...Object.entries(layout.sections).flatMap(([name, [x0, y0, x1, y1]]) => [
        svg("rect", { class: "section", "data-section": name, x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 2 }),
        svg("text", { class: "section-name", x: x0 + 1, y: y0 - 2 }, say(`mat.${name}`)),
      ]));
  }

  #add(cube) {
    const half = this.size / 2;
    const text = svg("text", { class: "face", "text-anchor": "middle", "dominant-baseline": "central" });
    const body = svg("g", { class: "body" },
      svg("rect", { class: "side", x: -half, y: -half, width: this.size, height: this.size, rx: 2.4 }),
      svg("rect", { class: "top", x: -half + 1, y: -half + 0.8, width: this.size - 2, height: this.size - 2.4, rx: 2 }),
      text);
    const element = svg("g", { class: "cube", tabindex: 0, role: "button", "data-cube": cube.id }, body);
    this.layer.append(element);
    this.#cubes.set(String(cube.id), { id: cube.id, cube: { ...cube }, element, body, text, pending: 0 });
  }

  #place(entry) {
    const { cube, element, body, text } = entry;
    const lifted = this.#held === entry || cube.lifted;
    const chosen = this.#chosen === String(entry.id);
    // Only what changed is touched: a sheet of cubes that is laid out anew for each of them would stutter under a finger.
    const look = JSON.stringify([cube, lifted, chosen]);
    if (entry.look === look) return;
    entry.look = look;
    element.setAttribute("transform", `translate(${cube.x} ${cube.y})${lifted ? " scale(1.15)" : ""}`);
    body.setAttribute("transform", `rotate(${cube.orientation})`);
    element.dataset.face = `${letterOf(cube.color)}${cube.symbol}`;
    element.dataset.colour = cube.color;
    element.dataset.lifted = lifted ? "yes" : "no";
    element.dataset.orientation = cube.orientation;
    element.dataset.chosen = chosen ? "yes" : "no";
    const sign = printed(cube.symbol);
    if (text.textContent === sign) return;
    text.textContent = sign;
    element.setAttribute("aria-label", cubeName({ letter: letterOf(cube.color), face: cube.symbol, turn: "" }));
  }

  #choose(entry) {
    const old = this.#cubes.get(this.#chosen);
    this.#chosen = String(entry.id);
    if (old) this.#place(old);
    if (this.layer.lastElementChild !== entry.element) this.layer.append(entry.element);
    this.#place(entry);
  }

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
  }

  #lift(entry) {
    this.#held = entry;
    entry.turned = false;
    entry.wasGoal = this.#inGoal(entry.cube);
    this.#choose(entry);
    this.#doing(entry, [{ do: "lift", cube: entry.id }]);
  }

  #drop() {
    const entry = this.#held;
    this.#held = null;
    entry.cube.lifted = false;
    // Nobody lays a Goal to be read sideways unless he means it: then he turns the cube himself.
    if (this.#inGoal(entry.cube) && !entry.wasGoal && !entry.turned) entry.cube.orientation = 0;
    this.#place(entry);
    this.#doing(entry, [this.#dropped(entry)]);
  }

  #inGoal({ x, y }) {
    const [x0, y0, x1, y1] = this.goal ?? [0, 0, 0, 0];
    return x0 < x && x < x1 && y0 < y && y < y1;
  }

  #dropped({ id, cube }) {
    const round = (value) => Math.round(value * 10) / 10;
    return { do: "drop", cube: id, x: round(cube.x), y: round(cube.y), orientation: cube.orientation };
  }

  /** Sends requests; until all are answered the cube is where this hand says it is. */
  async #doing(entry, requests) {
    entry.pending += 1;
    const answers = await Promise.all(requests.map((request, at) => this.act(request, () => {
      if (at === requests.length - 1) entry.pending -= 1;
    })));
    return answers;
  }

  #down(event) {
    const element = event.target.closest("[data-cube]");
    if (!element || this.#held || event.button !== 0) return;
    event.preventDefault();
    const entry = this.#cubes.get(element.dataset.cube);
    const point = this.#point(event);
    this.grip = { x: entry.cube.x - point.x, y: entry.cube.y - point.y, pointer: event.pointerId, moved: false, from: point };
    this.element.setPointerCapture(event.pointerId);
    this.#lift(entry);
    element.focus({ preventScroll: true });
  }

  #move(event) {
    if (!this.#held || this.grip?.pointer !== event.pointerId) return;
    const point = this.#point(event);
    if (Math.hypot(point.x - this.grip.from.x, point.y - this.grip.from.y) > 2) this.grip.moved = true;
    if (this.grip.moved) this.#to(point.x + this.grip.x, point.y + this.grip.y);
  }

  #up(event) {
    if (!this.#held || this.grip?.pointer !== event.pointerId) return;
    const entry = this.#held;
    const now = performance.now();
    const twice = !this.grip.moved && this.#tapped.id === entry.id && now - this.#tapped.at < TWICE_MS;
    if (twice) {
      entry.cube.orientation = (entry.cube.orientation + 90) % 360;
      entry.turned = true;
    }
    this.#tapped = { id: twice || this.grip.moved ? null : entry.id, at: now };
    this.grip = null;
    this.#drop();
  }

  #to(x, y) {
    const within = (value, size) => Math.min(size + MARGIN_MM - this.size / 2, Math.max(this.size / 2 - MARGIN_MM, value));
    this.#held.cube.x = within(x, this.sheet[0]);
    this.#held.cube.y = within(y, this.sheet[1]);
    this.#place(this.#held);
  }

  #key(event) {
    const element = event.target.closest("[data-cube]");
    if (!element || this.grip) return;
    const entry = this.#cubes.get(element.dataset.cube);
    const arrows = { ArrowLeft: [-STEP_MM, 0], ArrowRight: [STEP_MM, 0], ArrowUp: [0, -STEP_MM], ArrowDown: [0, STEP_MM] };
    if (event.key === "Enter" || event.key === " ") {
      if (!this.#held) this.#lift(entry);
      else this.#drop();
      element.focus({ preventScroll: true });
    } else if (arrows[event.key] && this.#held) {
      const [x, y] = arrows[event.key];
      this.#to(this.#held.cube.x + x, this.#held.cube.y + y);
    } else if (event.key === "r" || event.key === "R") {
      this.#choose(entry);
      element.focus({ preventScroll: true });
      this.turn();
    } else {
      return;
    }
    event.preventDefault();
  }
}
