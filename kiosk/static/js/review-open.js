// One event, opened: what was said, the pictures, the mats, what was asked, the clip, and who has read it.
import { cubeElement, withCubes } from "./cubes.js";
import { h } from "./dom.js";
import { Clip } from "./review-clip.js";
import { markWords, momentText, statusOf } from "./review-lines.js";
import { matsSection, matsVerdict } from "./review-mats.js";
import { Pictures } from "./review-pictures.js";
import { printed, say, written } from "./words.js";

/** Marks of the list that an opened event says by itself: the mats differ, here is the clip. */
const SHOWN = ["out-of-step", "clip"];
const percent = (confidence) => say("review.percent", { number: Math.floor(confidence * 100) });

/** Everything about an event; `does` has what its buttons do: close, previous, next, reviewed. */
export class OpenedEvent {
  constructor(told, line, { match, undone, reviewed, live, penalties, does }) {
    this.told = told;
    this.clips = told.clips.map((clip) => new Clip(match, clip));
    // The camera looks at the same place in a clip.
    this.pictures = told.pictures.some(Boolean) ? new Pictures(match, told, (box) => this.clips.forEach((clip) => clip.zoom.fit(box))) : null;
    this.reviewedButton = h("button", { type: "button", id: "opened-reviewed", class: "quiet", on: { click: does.reviewed } });
    this.title = h("h2", { id: "opened-title", tabindex: "-1" }, undone ? h("s", {}, withCubes(line.text)) : withCubes(line.text));
    const button = (id, key, click, label = null) => h("button", { type: "button", id, class: "quiet", "aria-label": label, on: { click } }, say(key));
    // Of a challenge, or of time that ran out, one wants to see what happened; of a move, how the cubes lie.
    const clips = this.clips.map((clip) => clip.element);
    const moved = told.differences.length > 0;
    this.element = h("article", { class: "event", "aria-labelledby": "opened-title" },
      h("div", { class: "event-buttons" }, button("opened-close", "review.close", does.close), button("opened-previous", "review.previous", does.previous, say("review.previous-label")), button("opened-next", "review.next", does.next, say("review.next-label")),
        h("p", { class: "when" }, h("span", { class: "time" }, momentText(line.t)), h("span", { class: "shake" }, line.shake ? say("review.shake", { number: line.shake }) : say("review.before-shakes"))), this.reviewedButton),
      h("div", { class: "event-body" }, h("header", {},
        this.title,
        h("p", { class: "then" }, markWords({ ...line, marks: (line.marks ?? []).filter((name) => !SHOWN.includes(name)) }, { undone }), live ? null : h("span", { class: "mark" }, say("review.read-only")), clock(told.clock))),
      saidList(line.says ?? [], penalties),
      papers(told),
      asked(told.asked),
      matsVerdict(...bothMats(told)),
      moved || !clips.length ? [this.pictures?.element, differences(told.differences), clips] : h("div", { class: "evidence" }, clips, this.pictures?.element),
      matsSection(...bothMats(told)),
      confidence(told.pictures[1] ?? told.pictures[0]),
      provenance(told)),
      h("footer", { "data-acts-for": told.row }));
    this.mark(reviewed);
  }

  mark(reviewed) {
    this.reviewedButton.setAttribute("aria-pressed", String(reviewed));
    this.reviewedButton.textContent = say(reviewed ? "review.is-reviewed" : "review.mark-reviewed");
  }

  /** It is not looked at any more. */
  end() {
    for (const clip of this.clips) clip.pause();
  }
}

function clock(running) {
  if (!running) return null;
  const seconds = (ms) => (Math.abs(ms) / 1000).toFixed(1);
  const key = running.left_ms >= 0 ? "review.time-left" : "review.time-over";
  return h("span", { class: "clock" }, say(key, { seconds: seconds(running.left_ms), limit: seconds(running.limit_ms), task: running.task }));
}

function saidList(says, penalties) {
  if (!says.length) return null;
  return h("ul", { class: "says" }, says.map((said) => h("li", { "data-refuses": said.refuses ? "yes" : "no", "data-penalty": said.penalty || null },
    said.cite ? h("span", { class: "cite" }, said.cite) : null,
    said.penalty ? h("strong", {}, say("review.penalty", { number: said.penalty })) : said.refuses ? h("strong", {}, say("review.refused")) : null,
    withCubes(said.text), said.status ? h("span", { class: "mark", "data-status": statusOf(said, penalties) }, say(`penalty.${statusOf(said, penalties)}`)) : null)));
}

function papers(told) {
  const event = told.event.event;
  if (!told.papers.length || !["equation-presented", "equation-checked", "judge-ruled"].includes(event)) return null;
  const writer = told.event.writer ?? told.event.player;
  return h("ul", { class: "papers" }, told.papers.filter((paper) => paper.writer === writer).map((paper) => h("li", {},
    h("strong", {}, told.players[paper.writer] ?? paper.writer), " ", paper.text ? h("span", { class: "equation" }, written(paper.text)) : say("papers.empty"))));
}

function differences(all) {
  if (!all.length) return null;
  const section = (name) => (name && name !== "off" ? say(`mat.${name}`) : say("review.off-mat"));
  const many = all.length > 8;
  return h("section", { class: "differences", "aria-label": say("review.differences") }, h("h3", {}, say("review.differences")),
    many ? h("p", {}, say("review.many", { count: all.length })) : h("ul", {}, all.map((each) => h("li", { "data-change": each.change, "data-cube": each.cube },
      cubeElement(each.cube), " ", say(`differs.${each.change}`, { from: section(each.from), to: section(each.to), was: printed(each.was) })))));
}

/** What the camera saw and what the record says; nothing where the camera has seen nothing of this. */
function bothMats(told) {
  if (told.out_of_step) return [told.out_of_step.seen, told.out_of_step.record];
  const seen = told.snapshots.length ? told.pictures[1]?.reading?.mat ?? null : null;
  return seen ? [seen, told.record[1]] : [null, null];
}

function asked(questions) {
  return questions.map((each) => h("section", { class: "asked", "aria-label": say("review.asked") },
    h("h3", {}, say("review.asked")), h("p", { class: "question-text" }, withCubes(each.text)),
    h("ul", {}, each.options.map((option) => h("li", { "data-chosen": option === each.answer ? "yes" : "no" }, option === each.answer ? h("strong", {}, `✓ ${option}`) : option))),
    h("p", { class: "answered" }, each.answer !== null
      ? say("review.answered", { by: each.by, seconds: (each.after_ms / 1000).toFixed(1) })
      : each.dropped !== null ? say("review.dropped", { why: each.dropped }) : say("review.unanswered"))));
}

function confidence(picture) {
  const reading = picture?.reading;
  if (!reading) return null;
  if (!reading.cubes.length && reading.sure) return null;
  const cubes = reading.cubes.toSorted((one, other) => one.confidence - other.confidence);
  const doubtful = cubes.filter((cube) => !cube.sure);
  const item = (cube) => h("li", { "data-sure": cube.sure ? "yes" : "no" }, cubeElement(cube.cube), h("span", {}, percent(cube.confidence)), cube.sure ? null : h("span", { class: "mark" }, say("mark.unsure")));
  return h("section", { class: "confidence", "aria-label": say("review.confidence") }, h("h3", {}, say("review.confidence")),
    h("p", { "data-sure": reading.sure ? "yes" : "no" }, reading.sure ? say("review.all-sure", { count: cubes.length, least: cubes.length ? percent(cubes[0].confidence) : "–" }) : say("review.not-sure", { count: doubtful.length })),
    reading.problems.length ? h("p", {}, say("review.problems", { problems: reading.problems.map((problem) => problem.replaceAll("-", " ")).join(", ") })) : null,
    doubtful.length ? h("ul", { class: "chips" }, doubtful.map(item)) : null,
    h("details", {}, h("summary", {}, say("review.each-cube")), h("ul", { class: "chips" }, cubes.map(item))));
}

function provenance(told) {
  const { journal } = told;
  const rows = [
    ["review.row", told.line ? say("review.row-line", { row: told.row, line: told.line }) : String(told.row)],
    ["review.hash", h("code", {}, journal.hash)],
    ["review.chain", say(journal.whole ? "review.whole" : "review.broken")],
    ["review.written", journal.wall.replace("T", " ").replace("Z", " UTC")],
    ["review.actor", journal.actor],
    ...told.pictures.flatMap((picture, at) => (picture ? [
      [at ? "review.after" : "review.before", h("code", {}, picture.name)],
      ["review.chain", say(picture.whole ? "review.whole" : "review.broken")],
      ["review.reader", picture.model || say("review.unknown")],
      ["review.calibration", picture.calibration || say("review.no-calibration")],
    ] : [])),
  ];
  return h("details", { class: "provenance" }, h("summary", {}, say("review.provenance")),
    h("dl", {}, rows.flatMap(([key, value]) => [h("dt", {}, say(key)), h("dd", {}, value)])));
}
