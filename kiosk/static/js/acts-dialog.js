// The dialog of an act: what it is, what is still to be chosen, the reason, and what the table says to it.
import { complete, isComplete, wantsTwo } from "./acts-drafts.js";
import { cubePicker } from "./acts-cube.js";
import { newId } from "./acts-outbox.js";
import { previewOf } from "./acts-preview.js";
import { cubeElement, withCubes } from "./cubes.js";
import { byId, h } from "./dom.js";
import { say, written } from "./words.js";

const LONGEST = 240;

export class ActDialog {
  #act = null;
  #busy = false;
  #answered = null;

  /**
   * `initials` are those that the act is signed with. `does.kept(act)` when a draft has changed, `does.dropped(act)` when somebody gives up, `does.sent(act, how)` to send
   * it (how: "alone", "here" with a second judge's PIN, "ask" to propose it), `does.look(row)` to open an event,
   * `does.gone(act)` tells whether it still waits for anybody, `does.closed()` is called when the dialog is gone.
   */
  constructor(initials, does) {
    Object.assign(this, { initials, does });
    this.box = byId("act");
    this.box.addEventListener("keydown", (event) => this.#key(event));
    // Esc is the same as Back, and neither takes back what is under way.
    this.box.addEventListener("cancel", (event) => { event.preventDefault(); this.back(); });
  }

  get act() {
    return this.#act;
  }

  open(act) {
    this.#act = act;
    this.#busy = false;
    this.#answered = null;
    this.#build();
    if (!this.box.open) this.box.showModal();
    this.box.scrollTop = 0;
    (this.box.querySelector(".asks button, .act-body button, .why .chip") ?? this.box.querySelector("#act-why, #act-yes")).focus({ preventScroll: true });
    this.does.kept(act);
  }

  close() {
    this.#act = null;
    this.box.close();
    this.does.closed();
  }

  /** Gives up, unless it is under way. */
  back() {
    if (this.#busy) return;
    const act = this.#act;
    this.close();
    if (act) this.does.dropped(act);
  }

  /** Shows what the table has said to an act that was on its way. */
  answer(became) {
    if (became.kind === "overtaken") this.#overtaken(became);
  }

  /** Something was done to the same thing meanwhile, by somebody else. */
  warn(text) {
    if (!this.#act || this.#busy || this.#answered) return;
    const line = byId("act-changed");
    line.textContent = text;
    line.hidden = false;
  }

  // -- building --------------------------------------------------------------------------------------

  #build() {
    const act = this.#act;
    this.box.dataset.kind = act.kind;
    this.box.dataset.tone = act.tone;
    this.box.replaceChildren(...[
      h("h2", { id: "act-title" }, withCubes(act.title)),
      act.subject?.equation ? h("p", { class: "equation" }, written(act.subject.equation)) : null,
      act.detail ? h("p", { class: "detail" }, withCubes(act.detail)) : null,
      act.caution ? h("p", { class: "caution", role: "note" }, act.caution) : null,
      h("p", { id: "act-changed", class: "caution", role: "alert", hidden: true }),
      act.kind === "misread" ? h("div", { class: "act-body" }, cubePicker(act, () => this.#act.chosen, (chosen) => this.#chose(chosen))) : null,
      act.strikes ? h("div", { class: "act-body" }, previewOf(act.strikes)) : null,
      h("div", { class: "asks" }, act.asks.map((ask) => this.#ask(ask))),
      act.reasons === null ? null : this.#why(),
      h("div", { id: "act-answer", role: "alert" }),
      h("div", { class: "act-buttons" }),
    ].filter(Boolean));
    this.#buttons();
  }

  #ask(ask) {
    const key = (each) => h("button", { type: "button", class: "chip", "data-key": each.text, "aria-pressed": String(this.#act.chosen[ask.field] === each.text), on: { click: () => this.#choose(ask, each) } },
      each.cube ? cubeElement(each.cube) : withCubes(each.label ?? each.text), each.two ? h("small", {}, say("act.two")) : null);
    return h("fieldset", { "data-field": ask.field }, h("legend", {}, ask.label), h("div", { class: "chips-row" }, ask.keys.map(key)));
  }

  #choose(ask, key) {
    for (const button of this.box.querySelectorAll(`[data-field="${ask.field}"] .chip`)) button.setAttribute("aria-pressed", String(button.dataset.key === key.text));
    this.#chose({ ...this.#act.chosen, [ask.field]: key.text });
  }

  #chose(chosen) {
    this.#act = { ...this.#act, chosen };
    this.#changed();
  }

  #why() {
    const act = this.#act;
    const note = act.kind === "note";
    const chips = act.reasons.map((text, at) => h("button", { type: "button", class: "chip", "data-reason": at, "aria-pressed": String(act.why === text), on: { click: () => this.#because(text) } },
      h("kbd", { "aria-hidden": "true" }, String(at + 1)), h("span", {}, text)));
    return h("fieldset", { class: "why" }, h("legend", {}, say(note ? "act.note-text" : "act.why")),
      chips.length ? h("div", { class: "chips-row" }, chips) : null,
      h("textarea", { id: "act-why", rows: note ? 4 : 2, maxlength: LONGEST, "aria-label": say(note ? "act.note-text" : "act.why-own"), placeholder: say(note ? "act.note-text" : "act.why-own"), on: { input: (event) => this.#because(event.target.value, true) } }, act.why),
      h("p", { class: "hint" }, say(note ? "act.note-hint" : "act.why-hint")));
  }

  #because(why, typed = false) {
    this.#act = { ...this.#act, why };
    if (!typed) byId("act-why").value = why;
    for (const chip of this.box.querySelectorAll(".why .chip")) chip.setAttribute("aria-pressed", String(this.#act.reasons[Number(chip.dataset.reason)] === why));
    this.#changed();
  }

  #changed() {
    this.does.kept(this.#act);
    this.#buttons();
  }

  #buttons() {
    const row = this.box.querySelector(".act-buttons");
    const [act, two] = [this.#act, wantsTwo(this.#act)];
    const disabled = !isComplete(act);
    const same = row.dataset.two === String(two) && row.dataset.ready === String(!disabled);
    if (same && row.childElementCount) return;
    Object.assign(row.dataset, { two: String(two), ready: String(!disabled) });
    const focused = row.contains(document.activeElement) ? document.activeElement.id : null;
    const button = (id, label, click, more = {}) => h("button", { type: "button", id, ...more, on: { click } }, label);
    row.replaceChildren(
      ...(two ? [h("p", { class: "hint" }, say("act.two-hint"))] : []),
      button("act-back", say("act.back"), () => this.back(), { class: "quiet" }),
      ...(two
        ? [button("act-two-here", say("act.two-here"), () => this.#send("here"), { disabled }), button("act-two-ask", say("act.two-ask"), () => this.#send("ask"), { disabled, class: "quiet" })]
        : [button("act-yes", [act.yes, h("span", { class: "initials" }, this.initials)], () => this.#send("alone"), { disabled })]));
    if (focused) byId(focused)?.focus({ preventScroll: true });
  }

  // -- sending ---------------------------------------------------------------------------------------

  async #send(how) {
    if (this.#busy || !isComplete(this.#act)) return;
    this.#busy = true;
    this.box.ariaBusy = "true";
    byId("act-answer").replaceChildren(h("p", { class: "hint" }, say("act.busy")));
    const became = await this.does.sent(complete({ ...this.#act, why: this.#act.why.trim(), proposes: how === "ask" ? true : undefined }), how);
    this.#busy = false;
    this.box.ariaBusy = null;
    if (became.kind === "refused") this.#refused(became);
    else if (became.kind === "overtaken") this.#overtaken(became);
    else if (became.kind === "second") byId("act-answer").replaceChildren();
    else this.close();
  }

  /** It is on record as refused, or was never one: the next try is another act. */
  #refused({ text }) {
    this.#act = { ...this.#act, id: newId() };
    this.does.kept(this.#act);
    byId("act-answer").replaceChildren(h("p", { class: "refusal" }, withCubes(text ?? "")));
    byId("act-answer").scrollIntoView({ block: "nearest" });
  }

  /** Another judge was first: leave it so, look at it, or do it all the same. */
  #overtaken(became) {
    this.#answered = became;
    this.does.dropped(this.#act);
    const gone = this.does.gone(this.#act);
    const button = (id, key, click, kind = "quiet") => h("button", { type: "button", id, class: kind, on: { click } }, say(key));
    byId("act-answer").replaceChildren();
    this.box.querySelector(".act-buttons").replaceChildren(...[
      h("p", { class: "refusal", role: "alert" }, withCubes(became.text)),
      gone ? h("p", { class: "hint" }, say("act.overtaken-hint")) : null,
      button("act-leave", "act.leave", () => this.close(), ""),
      button("act-look", "act.look", () => { this.close(); this.does.look(became.row); }),
      gone ? null : button("act-insist", "act.insist", () => this.#insist(became.row)),
    ].filter(Boolean));
    byId("act-leave").focus();
  }

  #insist(row) {
    this.#answered = null;
    // Whoever insists has seen what the other one did.
    this.#act = { ...this.#act, id: newId(), seen: Math.max(row, this.#act.seen) };
    const buttons = this.box.querySelector(".act-buttons");
    buttons.replaceChildren();
    this.#buttons();
    this.#send("alone");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches?.("textarea, input");
    if (typing && event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      (byId("act-yes") ?? byId("act-two-here"))?.click();
    }
    if (typing || !/^[1-9]$/.test(event.key)) return;
    const chip = this.box.querySelector(`.why [data-reason="${Number(event.key) - 1}"]`);
    if (!chip) return;
    event.preventDefault();
    chip.click();
    (byId("act-yes") ?? byId("act-two-here"))?.focus({ preventScroll: true });
  }
}
