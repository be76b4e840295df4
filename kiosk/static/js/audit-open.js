// A line of the audit, opened: its story, its figures, the pictures and the clip, and the rows that say so.
import { h } from "./dom.js";
import { reviewOf } from "./audit-changes.js";
import { drawing } from "./audit-drawing.js";
import { about, minutes, penaltyText, percent } from "./audit-lines.js";
import { Clip } from "./review-clip.js";
import { Pictures } from "./review-pictures.js";
import { say } from "./words.js";

const TIMES = ["start", "limit", "due", "warned", "countdown", "extra", "done", "expired"];

/** Everything about a line; `does` has what its buttons do: close, previous, next. */
export class OpenedLine {
  constructor(told, does) {
    this.told = told;
    const { line, match } = told;
    this.tasks = { [line.task]: told.task };
    this.pictures = told.pictures.some(Boolean) ? new Pictures(match, told) : null;
    this.clips = told.clips.map((clip) => new Clip(match, clip));
    const button = (id, key, click, label = null) => h("button", { type: "button", id, class: "quiet", "aria-label": label, on: { click } }, say(key));
    const cost = line.penalty ? [h("strong", {}, penaltyText(line)), h("span", { class: "mark", "data-status": line.status }, say(`cost.${line.status}`))] : null;
    this.title = h("h2", { id: "opened-title", tabindex: "-1" }, say("shake.bar", { player: line.player, task: about(line, this.tasks) }));
    this.drawn = h("div", { class: "one-drawing" });
    this.element = h("article", { class: "event", "aria-labelledby": "opened-title" },
      h("div", { class: "event-buttons" }, button("opened-close", "review.close", does.close), button("opened-previous", "review.previous", does.previous, say("review.previous-label")), button("opened-next", "review.next", does.next, say("review.next-label")),
        told.row ? h("a", { id: "opened-review", class: "button", href: reviewOf(match, told.row) }, say("open.review")) : null),
      h("header", {}, h("p", { class: "when" }, h("span", { class: "time" }, minutes(line.start)), h("span", {}, line.shake ? say("shake.title", { number: line.shake }) : say("shake.before")), cost), this.title),
      h("section", { class: "story", "aria-label": say("open.story") }, told.story.map((sentence) => h("p", {}, sentence))),
      h("div", { class: "proof" }, this.#evidence(), this.clips.map((clip) => clip.element)),
      h("div", { class: "rest" }, this.drawn, this.#facts(line), this.#history(),
        h("section", { class: "rows", "aria-label": say("open.rows") }, h("h3", {}, say("open.rows")), h("ul", {}, told.rows.map((row) => h("li", {}, h("a", { href: reviewOf(match, row) }, String(row)))))),
        h("p", { class: "witness" }, say("open.journal", told.journal))));
    this.sized = new ResizeObserver(() => this.#draw());
    this.sized.observe(this.drawn);
  }

  /** The time of this task alone, to its very end. */
  #draw() {
    const { line } = this.told;
    if (!line.limit) return;
    const end = Math.max(line.due, line.ended ?? 0, line.t ?? 0, line.countdown ?? 0);
    const told = { start: line.start, end, now: null, lines: [line], stops: this.told.stops, tasks: this.tasks };
    this.drawn.replaceChildren(drawing(told, { width: Math.max(260, Math.floor(this.drawn.clientWidth)), label: say("open.drawing") }));
  }

  #evidence() {
    if (!this.pictures) return this.clips.length ? null : h("p", { class: "nothing" }, say("open.no-evidence"));
    const caption = (seen, key) => (seen ? h("li", {}, say(key, { t: minutes(seen.t) }), " ", h("a", { href: reviewOf(this.told.match, seen.row) }, say("open.row", { row: seen.row }))) : null);
    return [h("ul", { class: "seen" }, caption(this.told.seen[0], "open.before"), caption(this.told.seen[1], "open.after")), this.pictures.element];
  }

  #facts(line) {
    const used = percent(line);
    const facts = [
      ...TIMES.map((name) => [`col.${name}`, line[name] || name === "start" ? minutes(line[name]) : ""]),
      ["col.used", used === null ? "" : `${minutes(line.used ?? 0)} (${say("line.percent", { number: used })})`],
      ["open.moved", line.moved ? minutes(line.moved) : ""],
      ["col.result", line.result ? say(`outcome.${line.result}`) : ""],
      ["col.penalty", penaltyText(line)],
      ["col.rule", line.rule ?? ""],
      ["col.status", line.status ? say(`cost.${line.status}`) : ""],
      ["col.initials", line.initials ?? ""],
    ].filter(([, text]) => text);
    return h("section", { class: "facts", "aria-label": say("open.facts") }, h("h3", {}, say("open.facts")), h("dl", {}, facts.map(([key, text]) => h("div", { "data-fact": key.split(".")[1] }, h("dt", {}, say(key)), h("dd", {}, text)))));
  }

  #history() {
    const { history, match } = this.told;
    if (!history.length) return null;
    return h("section", { class: "history", "aria-label": say("open.history") }, h("h3", {}, say("open.history")), h("ol", {}, history.map((step) => h("li", {},
      h("span", { class: "time" }, minutes(step.t)), " ", h("strong", {}, say(`cost.${step.status}`)), " ", step.by ? say("changed.by", { by: step.by }) : say("open.since"), " ",
      h("a", { href: reviewOf(match, step.row) }, say("open.row", { row: step.row })), step.reason ? h("p", { class: "reason" }, say("told.because", { reason: step.reason })) : null))));
  }

  /** It is not looked at any more. */
  end() {
    this.sized.disconnect();
    for (const clip of this.clips) clip.pause();
  }
}
