// The four corners of a mat without black squares, dragged to their places on the live picture. A magnifier shows what
// a finger covers; the mat from above shows at once whether they are right.
import { h, svg } from "./dom.js";
import { post } from "./send.js";
import { say } from "./words.js";

/** Where they lie at first: fractions of the picture, clockwise from the sheet's top left corner. */
const FIRST = [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** With Shift. */
const FAR = 10;
/** Dragging is over for a moment. */
const REST_MS = 200;
/** The magnifier: its side, and how many pixels of the picture are in it. */
const LENS_PX = 132;
const LENS_SEES = 44;

export class Corners {
  #at = FIRST;
  #size = null;
  #handles = [];
  #shape = null;
  #timeout;
  #asking = false;
  #again = false;

  constructor({ frame, image, env, changed }) {
    Object.assign(this, { frame, image, env, changed });
    this.open = false;
    this.note = h("p", { class: "hint" });
    this.forgetting = this.#button("corners-forget", "corners.forget", () => this.#tell("/setup/camera/corners", { forget: true }));
    this.setting = this.#button("corners-set", "corners.set", () => this.#begin());
    this.keeping = this.#button("pose-keep", "pose.keep", () => this.#tell("/setup/camera/pose", {}));
    this.unkeeping = this.#button("pose-forget", "pose.forget", () => this.#tell("/setup/camera/pose", { forget: true }));
    this.poseNote = h("p", { class: "hint" }, say("pose.hint"));
    this.closed = h("div", { class: "corners-closed" }, this.note, h("div", { class: "buttons" }, this.setting, this.forgetting),
      h("div", { id: "pose" }, this.poseNote, h("div", { class: "buttons" }, this.keeping, this.unkeeping)));
    this.preview = h("img", { id: "corners-preview", alt: say("corners.preview"), hidden: true });
    this.said = h("p", { id: "corners-said", role: "status" });
    this.keep = this.#button("corners-keep", "corners.keep", () => this.#keep(), "");
    this.lens = h("canvas", { id: "corners-lens", width: LENS_PX, height: LENS_PX, "aria-hidden": "true", hidden: true });
    this.editing = h("div", { class: "corners-editing", hidden: true }, h("p", { class: "hint" }, say("corners.hint")), this.said, this.preview,
      h("p", { class: "hint" }, say("corners.preview-hint")), h("div", { class: "buttons" }, this.#button("corners-cancel", "corners.cancel", () => this.#end()), this.keep));
    this.element = h("section", { id: "corners", class: "corners", "aria-labelledby": "corners-title", hidden: true }, h("h4", { id: "corners-title" }, say("corners.title")), this.closed, this.editing);
  }

  /** A new view has come. */
  show(view) {
    this.#size = view.size;
    this.kept = view.corners;
    const seen = (view.markers ?? []).some((each) => each.seen);
    const away = view.picture === null;
    this.element.hidden = away && !this.open;
    if (this.open) {
      if (away) this.#end();
      return;
    }
    const found = view.findings.some((each) => each.key === "mat" && each.level !== "wrong");
    const key = view.simulated ? "corners.simulated" : seen && found ? "corners.not-needed" : seen ? "corners.some" : found ? "corners.in-use" : "corners.offer";
    const unused = seen && this.kept !== null && !view.simulated ? ` ${say("corners.kept-unused")}` : "";
    this.note.textContent = say(key) + unused;
    this.setting.hidden = seen || view.simulated;
    this.forgetting.hidden = this.kept === null;
    this.element.dataset.markers = seen ? "seen" : "none";
    const pose = this.closed.querySelector("#pose");
    pose.hidden = view.simulated || (!found && !view.pose);
    this.keeping.hidden = !found;
    this.keeping.textContent = say(view.pose ? "pose.keep-again" : "pose.keep");
    this.poseNote.textContent = say(view.pose ? "pose.kept" : "pose.hint");
    this.unkeeping.hidden = !view.pose;
  }

  leave() {
    clearTimeout(this.#timeout);
  }

  #button(id, key, click, kind = "quiet") {
    return h("button", { type: "button", id, class: kind, on: { click } }, say(key));
  }

  async #tell(path, body) {
    if (await this.env.tell(path, body) !== null) this.changed();
  }

  // -- dragging ---------------------------------------------------------------------------------------

  #begin() {
    const kept = this.kept;
    this.#at = kept === null ? FIRST : kept.corners.map(([u, v]) => [(u + 0.5) / kept.size[0], (v + 0.5) / kept.size[1]]);
    this.open = true;
    this.closed.hidden = true;
    this.editing.hidden = false;
    this.frame.closest("#live").dataset.editing = "yes";
    this.#shape = svg("polygon", { class: "sheet" });
    this.drawing = svg("svg", { class: "corners-shape", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" }, this.#shape);
    this.#handles = this.#at.map((_, number) => this.#handle(number));
    this.frame.append(this.drawing, ...this.#handles, this.lens);
    this.#draw();
    this.#ask();
    this.#handles[0].focus();
    this.frame.scrollIntoView({ block: "nearest" });
    this.changed();
  }

  #end() {
    clearTimeout(this.#timeout);
    this.open = false;
    for (const each of [this.drawing, ...this.#handles, this.lens]) each.remove();
    this.closed.hidden = false;
    this.editing.hidden = true;
    this.preview.hidden = true;
    delete this.frame.closest("#live").dataset.editing;
    this.changed();
    this.setting.focus();
  }

  #handle(number) {
    const handle = h("button", { type: "button", class: "corner", "data-corner": number + 1 }, number + 1);
    let from = null;
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
      // It is taken where the finger is, and does not jump to it.
      from = { x: event.clientX, y: event.clientY, at: this.#at[number] };
      this.#magnify(number);
    });
    handle.addEventListener("pointermove", (event) => {
      if (from === null) return;
      const box = this.frame.getBoundingClientRect();
      this.#move(number, from.at[0] + (event.clientX - from.x) / box.width, from.at[1] + (event.clientY - from.y) / box.height);
    });
    const letGo = () => { from = null; };
    handle.addEventListener("pointerup", letGo);
    handle.addEventListener("pointercancel", letGo);
    handle.addEventListener("focus", () => this.#magnify(number));
    handle.addEventListener("blur", () => { this.lens.hidden = true; });
    handle.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#end();
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      const far = event.shiftKey ? FAR : 1;
      this.#move(number, this.#at[number][0] + (far * step[0]) / this.#size[0], this.#at[number][1] + (far * step[1]) / this.#size[1]);
    });
    return handle;
  }

  #move(number, x, y) {
    const within = (value) => Math.min(1, Math.max(0, value));
    this.#at = this.#at.map((corner, at) => (at === number ? [within(x), within(y)] : corner));
    this.#draw();
    this.#magnify(number);
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(() => this.#ask(), REST_MS);
  }

  #draw() {
    this.#shape.setAttribute("points", this.#at.map((corner) => corner.join(",")).join(" "));
    this.#handles.forEach((handle, number) => {
      const [x, y] = this.#at[number];
      handle.style.left = `${100 * x}%`;
      handle.style.top = `${100 * y}%`;
      const [across, down] = this.#pixels()[number].map(Math.round);
      handle.setAttribute("aria-label", say("corners.one", { number: number + 1, where: say(`corner.${number + 1}`), across, down }));
    });
  }

  #magnify(number) {
    const [x, y] = this.#at[number];
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    if (!wide) return;
    const pen = this.lens.getContext("2d");
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, LENS_PX, LENS_PX);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.image, x * wide - LENS_SEES / 2, y * high - LENS_SEES / 2, LENS_SEES, LENS_SEES, 0, 0, LENS_PX, LENS_PX);
    for (const [colour, width] of [["#000", 4], ["#fff", 2]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(LENS_PX / 2, 0);
      pen.lineTo(LENS_PX / 2, LENS_PX);
      pen.moveTo(0, LENS_PX / 2);
      pen.lineTo(LENS_PX, LENS_PX / 2);
      pen.stroke();
    }
    // Away from the finger.
    this.lens.dataset.side = `${y < 0.5 ? "bottom" : "top"}-${x < 0.5 ? "right" : "left"}`;
    this.lens.hidden = false;
  }

  // -- what they make of the picture ------------------------------------------------------------------

  /** In pixels of the camera's picture; the centre of the first one is 0. */
  #pixels() {
    const [wide, high] = this.#size;
    return this.#at.map(([x, y]) => [x * wide - 0.5, y * high - 0.5]);
  }

  async #ask() {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    const told = await post("/setup/camera/straighten", { size: this.#size, corners: this.#pixels() });
    this.#asking = false;
    if (!this.open) return;
    const right = told.status === "done";
    this.said.textContent = told.error?.text ?? told.text ?? "";
    this.said.dataset.kind = right ? "done" : "refused";
    this.preview.hidden = !right;
    if (right) this.preview.src = told.picture;
    this.keep.disabled = !right;
    if (told.error?.code === "sign-in") this.env.ended();
    if (this.#again) {
      this.#again = false;
      this.#ask();
    }
  }

  async #keep() {
    if (await this.env.tell("/setup/camera/corners", { size: this.#size, corners: this.#pixels() }) !== null) this.#end();
  }
}
