// The pictures before and after an event: side by side or one at a time, with what was read, and rings around what differs.
import { parseCube } from "./cubes.js";
import { h, svg } from "./dom.js";
import { Zoom } from "./review-zoom.js";
import { printed, say } from "./words.js";

const SIDES = ["before", "after"];
/** How close one looks at a change. */
const CLOSE = 2.5;
/** What is seen around the sheet, as a fraction of the picture. */
const MARGIN = 0.015;

export class Pictures {
  #places = {};
  #overlay = false;

  /** `found` gets the box of the picture in which the sheet lies, once it is known. */
  constructor(match, told, found = () => {}) {
    this.match = match;
    this.found = found;
    this.told = told;
    // Where no cube was moved there is one picture: how the mat lay.
    const single = told.pictures.filter(Boolean).length === 1;
    const figures = SIDES.map((side, at) => this.#figure(side, told.pictures[at], single)).filter((figure) => !single || figure.picture);
    this.figures = figures;
    this.toggles = SIDES.map((side) => h("button", { type: "button", class: "side", "data-side": side, "aria-pressed": "false", on: { click: () => this.turn(side) } }, say(`review.${side}`)));
    this.overlayButton = this.#button("picture-overlay", "review.overlay", () => this.toggleOverlay(), { "aria-pressed": "false" });
    this.closeUp = this.#button("picture-change", "review.close-up", () => this.toggleZoom());
    this.closeUp.hidden = true;
    this.element = h("section", { class: "pictures", "data-single": single ? "yes" : "no", "aria-label": say("review.pictures") },
      single ? null : h("div", { class: "sides", role: "group", "aria-label": say("review.pictures") }, this.toggles),
      h("div", { class: "pair" }, figures.map((figure) => figure.element)),
      h("div", { class: "picture-buttons" }, this.overlayButton, this.closeUp,
        this.#button("zoom-in", "review.zoom-in", () => this.zoom.in(), { "aria-label": say("review.zoom-in-label") }),
        this.#button("zoom-out", "review.zoom-out", () => this.zoom.out(), { "aria-label": say("review.zoom-out-label") }),
        this.#button("zoom-reset", "review.zoom-reset", () => this.zoom.reset())));
    this.zoom = new Zoom(figures.map((figure) => figure.frame), figures.map((figure) => figure.stage), (way) => this.turn(way > 0 ? "after" : "before"));
    this.element.dataset.overlay = "no";
    this.turn(told.pictures[1] ? "after" : "before");
    this.#load();
  }

  #button(id, key, click, more = {}) {
    return h("button", { type: "button", id, class: "quiet", ...more, on: { click } }, say(key));
  }

  #figure(side, picture, single) {
    const caption = h("figcaption", {}, say(single ? "review.then" : `review.${side}`));
    const drawing = svg("svg", { class: "drawing", "aria-hidden": "true", preserveAspectRatio: "none" });
    const missing = h("p", { class: "nothing", hidden: picture !== null && picture.kept }, picture === null ? say("review.no-picture") : say("review.picture-gone"));
    const image = picture?.kept ? h("img", { src: `/judge/matches/${this.match}/snapshots/${picture.name}.jpg`, alt: say(`review.picture-${side}`), draggable: "false",
      on: { error: () => { missing.hidden = false; } } }) : null;
    const stage = h("div", { class: "stage" }, image, drawing);
    const frame = h("div", { class: "frame" }, stage, missing);
    return { side, picture, drawing, frame, stage, element: h("figure", { "data-side": side }, caption, frame) };
  }

  /** Shows that side where only one has room. */
  turn(side) {
    this.element.dataset.side = side;
    for (const button of this.toggles) button.setAttribute("aria-pressed", String(button.dataset.side === side));
  }

  flip() {
    this.turn(this.element.dataset.side === "before" ? "after" : "before");
  }

  toggleOverlay() {
    this.#overlay = !this.#overlay;
    this.element.dataset.overlay = this.#overlay ? "yes" : "no";
    this.overlayButton.setAttribute("aria-pressed", String(this.#overlay));
  }

  /** Close to the change, and back. */
  toggleZoom() {
    const place = this.#changePlace();
    if (this.zoom.close) this.zoom.reset();
    else if (place) this.zoom.to(place, CLOSE);
    else this.zoom.by(2.5);
  }

  async #load() {
    await Promise.all(this.figures.map(async ({ side, picture }) => {
      if (!picture?.kept) return;
      try {
        const answer = await fetch(`/judge/matches/${this.match}/snapshots/${picture.name}.json`, { credentials: "same-origin" });
        if (answer.ok) this.#places[side] = await answer.json();
      } catch {
        // The pictures are there without frames and rings.
      }
    }));
    this.#draw();
  }

  #draw() {
    this.#fit();
    for (const { side, picture, drawing } of this.figures) {
      const places = this.#places[side];
      if (!places?.cubes) continue;
      drawing.setAttribute("viewBox", `0 0 ${places.size[0]} ${places.size[1]}`);
      const cubes = (picture.reading?.cubes ?? []).map((cube, at) => cubeFrame(cube, places.cubes[at]));
      drawing.replaceChildren(svg("g", { class: "reading" }, cubes), svg("g", { class: "rings" }, this.#rings(side)));
    }
    this.closeUp.hidden = this.#changePlace() === null;
    this.element.dataset.ready = "yes";
  }

  /** The sheet as large as the frame has room: a camera sees much of the table beside it. */
  #fit() {
    const boxes = SIDES.map((side) => this.#places[side]).filter((places) => places?.sheet).map(({ sheet, size }) => [0, 1].map((axis) => sheet.map((corner) => corner[axis] / size[axis])));
    if (!boxes.length) return;
    const [xs, ys] = [0, 1].map((axis) => boxes.flatMap((box) => box[axis]));
    const box = { left: Math.min(...xs) - MARGIN, right: Math.max(...xs) + MARGIN, top: Math.min(...ys) - MARGIN, bottom: Math.max(...ys) + MARGIN };
    this.zoom.fit(box);
    this.found(box);
  }

  /** Where each cube that differs lies in this picture, and, broken, where it lies in the other one. */
  #rings(side) {
    const other = side === "before" ? "after" : "before";
    return this.told.differences.flatMap((difference) => {
      const here = this.#corners(side, difference[side]);
      const there = this.#corners(other, difference[other]);
      const moved = here && there && difference.change !== "turned" && difference.change !== "turned-over";
      return [here ? ring(here, "here", difference) : null, (moved || !here) && there ? ring(there, "there", difference) : null].filter(Boolean);
    });
  }

  #corners(side, number) {
    return number === null ? null : this.#places[side]?.cubes?.[number] ?? null;
  }

  /** The middle of what differs, as fractions of the picture; null if nothing does. */
  #changePlace() {
    const all = SIDES.flatMap((side) => this.told.differences.map((difference) => {
      const corners = this.#corners(side, difference[side]);
      if (!corners) return null;
      const [x, y] = centre(corners);
      const [wide, high] = this.#places[side].size;
      return { side, x: x / wide, y: y / high };
    })).filter(Boolean);
    // Where it lies now matters most.
    const now = all.filter((place) => place.side === "after");
    const shown = now.length && now.length < 9 ? now : all.length < 9 ? all : [];
    return shown.length ? { x: shown.reduce((sum, place) => sum + place.x, 0) / shown.length, y: shown.reduce((sum, place) => sum + place.y, 0) / shown.length } : null;
  }
}

const TURNS = { s: 90, u: 180 };
const centre = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);

function cubeFrame(cube, corners) {
  const [x, y] = centre(corners);
  const side = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
  // Over the cube itself, so that on and off can be compared; beside it there are other cubes.
  const { letter, face, turn } = parseCube(cube.cube);
  const label = `${printed(face)}${cube.sure ? "" : "?"}`;
  const turned = TURNS[turn] ? `rotate(${TURNS[turn]} ${x} ${y})` : null;
  return svg("g", { class: cube.sure ? "sure" : "unsure", "data-letter": letter },
    svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }),
    svg("text", { x, y, "font-size": side * (cube.sure ? 0.8 : 0.6), "text-anchor": "middle", "dominant-baseline": "central", transform: turned }, label));
}

function ring(corners, kind, difference) {
  const [x, y] = centre(corners);
  const radius = Math.hypot(corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]) * 0.68;
  const around = { cx: x, cy: y, r: radius };
  const halo = kind === "here" ? svg("circle", { class: "halo", ...around }) : null;
  return svg("g", {}, halo, svg("circle", { class: `ring ${kind}`, "data-cube": difference.cube, ...around }));
}
