// A cube that was misread: which one (in the picture or on the mat of the record), and what it really is.
import { cubeElement, cubeName, parseCube } from "./cubes.js";
import { h, svg } from "./dom.js";
import { say } from "./words.js";

const MAT = ["goal", "required", "permitted", "forbidden", "resources"];
const TURNS = ["", "s", "u"];

const words = (text) => text.split(" ").filter((word) => word && word !== "_");
const named = (cube) => cubeName(parseCube(cube));

/** Where somebody chooses: `chosen()` is what was chosen so far, `choose(…)` gets section, cube and is. */
export function cubePicker(act, chosen, choose) {
  const box = h("div", { class: "picker" });
  const draw = () => {
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    mat.replaceChildren(matButtons(act, chosen(), put));
    after.replaceChildren(...(chosen().cube ? [becomes(act, chosen(), put)] : []));
    if (focused !== undefined) box.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  };
  const put = (more) => {
    choose({ ...chosen(), ...more });
    draw();
    if (more.cube) after.scrollIntoView({ block: "nearest" });
  };
  const [mat, after] = [h("div", {}), h("div", {})];
  box.append(h("section", { class: "which" }, h("h3", {}, say("act.which"), act.seenThen ? h("small", {}, ` ${say("act.which-picture")}`) : null),
    act.seenThen ? picture(act, put) : null, mat), after);
  draw();
  return box;
}

function matButtons(act, { section, cube, place }, put) {
  const one = (word, name, at) => h("button", { type: "button", class: "pick", "data-pick": word, "data-section": name, "data-focus": `${name} ${at}`,
    "aria-pressed": String(name === section && word === cube && place === at), on: { click: () => put({ section: name, cube: word, place: at, is: null }) } }, cubeElement(word));
  return h("div", { class: "pick-mat" }, MAT.filter((name) => words(act.mat[name]).length).map((name) => h("div", { class: "pick-part", role: "group", "aria-label": say(`mat.${name}`) },
    h("span", { class: "name" }, say(`mat.${name}`)), h("span", { class: "cubes" }, words(act.mat[name]).map((word, at) => one(word, name, at))))));
}

/** The picture with a frame around each cube that was read; a tap on it chooses that cube of the record. */
function picture(act, put) {
  const { snapshot, cubes } = act.seenThen;
  const drawing = svg("svg", { class: "targets", preserveAspectRatio: "none", "aria-hidden": "true" });
  const said = h("p", { class: "refusal", role: "alert", hidden: true });
  const path = `/judge/matches/${act.match}/snapshots/${snapshot}`;
  fetch(`${path}.json`, { credentials: "same-origin" }).then((answer) => answer.json()).then((places) => {
    if (!places.cubes) return;
    drawing.setAttribute("viewBox", `0 0 ${places.size[0]} ${places.size[1]}`);
    drawing.replaceChildren(...places.cubes.map((corners, at) => {
      const { cube, section } = cubes[at] ?? {};
      return svg("polygon", { points: corners.map((corner) => corner.join(",")).join(" "), "data-target": cube, "data-section": section,
        on: { click: () => tapped(cube, section) } });
    }));
    drawing.dataset.ready = "yes";
  }).catch(() => {});
  const tapped = (cube, section) => {
    const own = words(act.mat[section] ?? "");
    const { letter, face } = parseCube(cube);
    // Outside the Goal the record does not say how a cube lies.
    const word = own.includes(cube) ? cube : own.find((each) => each === `${letter}${face}`);
    said.hidden = word !== undefined;
    said.textContent = word === undefined ? say("act.not-on-record", { cube: named(cube), section: MAT.includes(section) ? say(`mat.${section}`) : say("review.off-mat") }) : "";
    if (word !== undefined) put({ section, cube: word, place: own.indexOf(word), is: null });
  };
  return h("div", { class: "pick-picture" }, h("div", { class: "shot-frame" }, h("img", { src: `${path}.jpg`, alt: say("desk.picture"), draggable: "false" }), drawing), said);
}

function becomes(act, { section, cube, is }, put) {
  const chosen = is ? parseCube(is) : null;
  const letters = [...new Set(act.kinds.map((kind) => parseCube(kind).letter))];
  const kind = (word) => h("button", { type: "button", class: "pick", "data-is": word, "data-focus": `is ${word}`, "aria-pressed": String(chosen !== null && `${chosen.letter}${chosen.face}` === word),
    on: { click: () => put({ is: word }) } }, cubeElement(word));
  // Only in the Goal it matters how a cube lies.
  const turns = section === "goal" && chosen ? h("div", { class: "chips-row", role: "group" }, TURNS.map((turn) => h("button", { type: "button", class: "chip", "data-turn": turn || "upright", "data-focus": `turn ${turn}`,
    "aria-pressed": String(chosen.turn === turn), on: { click: () => put({ is: `${chosen.letter}${chosen.face}${turn}` }) } }, say(`turn.${turn || "upright"}`)))) : null;
  return h("section", { class: "becomes" }, h("h3", {}, say("act.is")),
    letters.map((letter) => h("div", { class: "cubes" }, act.kinds.filter((word) => parseCube(word).letter === letter).map(kind))), turns,
    h("p", { class: "detail", role: "status" }, is ? say("act.corrects", { cube: named(cube), section: say(`mat.${section}`), other: named(is) }) : say("act.in-section", { cube: named(cube), section: say(`mat.${section}`) })));
}
