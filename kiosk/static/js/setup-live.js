// What the camera sees now: its picture, what is wrong with it, light and sharpness, and what is read of it.
import { cubeElement, cubeName, parseCube, withCubes } from "./cubes.js";
import { h, paint } from "./dom.js";
import { Corners } from "./setup-corners.js";
import { Poll } from "./setup-poll.js";
import { say } from "./words.js";

/** From an answer to the next request: a few pictures a second, and time for the table between them. */
const REST_MS = 300;

export function livePicture(env) {
  let overlay = true;
  const image = h("img", { id: "live-picture", alt: say("live.picture"), hidden: true });
  const none = h("p", { class: "none" }, say("live.none"));
  const frame = h("div", { id: "live-frame" }, image, none);
  const link = h("span", { id: "live-link", "data-link": "waits" }, say("setup.loading"));
  const findings = h("ul", { id: "live-findings", class: "findings", "aria-live": "polite" });
  const meters = h("div", { id: "meters", role: "group", "aria-label": say("meters.title") });
  const markers = h("div", { id: "markers" });
  const read = h("div", { id: "live-board" });
  const seen = h("div", { id: "live-seen" });
  const toggle = h("button", { type: "button", id: "live-overlay", class: "quiet", "aria-pressed": "true", on: { click: () => {
    overlay = !overlay;
    toggle.setAttribute("aria-pressed", String(overlay));
    poll.now();
  } } }, say("live.overlay"));
  const hands = h("a", { class: "button quiet", id: "live-hands", href: "/simulator", target: "_blank", hidden: true }, say("live.hands"));
  const corners = new Corners({ frame, image, env, changed: () => poll.now() });

  const linked = (kind, text) => {
    link.dataset.link = kind;
    link.textContent = text;
  };

  function got(view) {
    linked(view.picture === null ? "away" : "live", say(view.picture === null ? "live.none" : "live.live"));
    hands.hidden = !view.simulated;
    none.hidden = view.picture !== null;
    image.hidden = view.picture === null;
    if (view.picture !== null) {
      image.src = view.picture;
      frame.style.aspectRatio = `${view.size[0]} / ${view.size[1]}`;
    } else {
      image.removeAttribute("src");
    }
    element.dataset.state = view.state;
    element.dataset.overlay = overlay ? "yes" : "no";
    paint(findings, view.findings, () => findingRows(view.findings));
    paint(meters, view.meters, () => [meter("light", view.meters.light), meter("sharp", view.meters.sharp), glare(view.meters.glare)]);
    paint(markers, [view.markers], () => markerRow(view.markers));
    paint(read, [view.board, view.settled, view.reader], () => board(view.board, view.settled, view.reader));
    paint(seen, view.seen, () => lastSeen(view.seen));
    corners.show(view);
  }

  const poll = new Poll(() => `/setup/camera/look${overlay && !corners.open ? "?overlay=1" : ""}`, {
    got,
    failed: (text) => linked("lost", text ?? say("live.lost")),
    ended: env.ended,
    rests: (so) => { if (so) linked("rests", say("live.rests")); },
    restMs: REST_MS,
  });

  const element = h("section", { id: "live", class: "card", "aria-labelledby": "live-title" },
    h("div", { class: "row" }, h("h3", { id: "live-title" }, say("live.title")), link),
    h("div", { class: "live-grid" },
      h("div", { class: "live-main" }, frame, h("div", { class: "buttons" }, toggle, hands)),
      h("div", { class: "live-side" }, findings, meters, markers),
      h("div", { class: "live-more columns" }, h("section", { "aria-label": say("live.read") }, h("h4", {}, say("live.read")), read),
        h("section", { "aria-label": say("live.seen") }, h("h4", {}, say("live.seen")), seen))),
    corners.element);
  return { element, leave: () => { poll.close(); corners.leave(); } };
}

/** What is not well first, each with what to do; if all is well, one word for it. */
export function findingRows(findings) {
  const wrong = findings.filter((each) => each.level !== "ok");
  if (!wrong.length) return h("li", { "data-level": "ok", "data-key": "all" }, h("span", { class: "sign", "aria-hidden": "true" }, "✓"), h("span", {}, say("live.well")));
  return wrong.map((each) => h("li", { "data-level": each.level, "data-key": each.key },
    h("span", { class: "sign", role: "img", "aria-label": say(`finding.${each.level}`) }, each.level === "wrong" ? "✗" : "!"),
    h("span", {}, h("strong", {}, each.text), each.advice ? h("span", { class: "advice" }, ` ${each.advice}`) : null)));
}

const WELL = new Set(["good", "no"]);

/** A bar with its good part marked, a pointer on it, and the word for where it stands. */
function meter(name, { level, share, from, to }) {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  const good = h("span", { class: "good" });
  good.style.left = `${100 * from}%`;
  good.style.width = `${100 * (to - from)}%`;
  bar.append(good);
  if (share !== null) {
    const pointer = h("span", { class: "pointer" });
    pointer.style.left = `${100 * Math.min(1, share)}%`;
    bar.append(pointer);
  }
  return h("div", { class: "meter", "data-meter": name, "data-level": level }, h("span", { class: "label" }, say(`meter.${name}`)), bar, word(level, say(name === "light" ? `light.${level}` : `sharp.${level}`)));
}

function glare(so) {
  const level = so === null ? "unknown" : so ? "yes" : "no";
  return h("div", { class: "meter", "data-meter": "glare", "data-level": level }, h("span", { class: "label" }, say("meter.glare")), word(level, say(`glare.${level}`)));
}

const word = (level, text) => h("span", { class: "word" }, h("span", { class: "sign", "aria-hidden": "true" }, level === "unknown" ? "?" : WELL.has(level) ? "✓" : "!"), text);

function markerRow(markers) {
  if (markers === null) return null;
  const spot = (each, at) => h("span", { class: "marker", role: "img", "data-seen": each.seen ? "yes" : "no",
    "aria-label": say(each.seen ? "markers.seen" : "markers.missing", { number: at + 1 }) }, each.seen ? "✓" : "✗");
  return [h("p", {}, say("markers.title", { seen: markers.filter((each) => each.seen).length, all: markers.length })), h("div", { class: "spots" }, markers.map(spot))];
}

function board(read, settled, reader) {
  if (read === null) return h("p", { class: "nothing" }, say("live.none"));
  const cube = ({ cube: text, sure }) => {
    const drawn = cubeElement(text);
    if (sure) return drawn;
    return h("span", { class: "unsure", role: "img", "aria-label": say("live.unsure", { cube: cubeName(parseCube(text)) }) }, drawn, h("span", { class: "doubt", "aria-hidden": "true" }, "?"));
  };
  const section = ({ name, cubes }) => h("div", { class: "section", "data-section": name, "data-count": cubes.length },
    h("dt", {}, say(`mat.${name}`), " ", h("span", { class: "count" }, cubes.length)), h("dd", {}, cubes.map(cube)));
  return [h("p", { class: "counted" }, read.count ? say("live.cubes", read) : say("live.no-cubes"), " ", h("span", { class: "hint" }, say(settled ? "live.still" : "live.moving"))),
    h("dl", {}, read.sections.map(section)), h("p", { class: "hint reader" }, say("live.reader", { reader }))];
}

function lastSeen(seen) {
  if (!seen.length) return h("p", { class: "nothing" }, say("live.nothing-seen"));
  return h("ul", {}, seen.map((each) => h("li", {}, h("time", { datetime: each.at }, new Date(each.at).toLocaleTimeString()), " ", withCubes(each.text))));
}
