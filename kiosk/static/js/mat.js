// The mat as recorded, laid out like the sheet on the table.
import { cubeElement } from "./cubes.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

const SECTIONS = ["resources", "forbidden", "permitted", "required", "goal"];

export function showMat(match) {
  // A game without cubes has no mat to show.
  byId("mat").hidden = match.has_mat === false;
  paint(byId("mat"), match.mat, () => {
    if (match.mat === null || match.mat === undefined) return h("p", { class: "nothing" }, say("mat.none"));
    return SECTIONS.map((name) => section(name, match.mat[name]));
  });
}

/** As if there were so many cubes at least: a few lie no larger than their fellows elsewhere. */
const FEWEST = { resources: 10, goal: 8 };
const ROWS = 3;

/** How many cubes lie in a row if there are one, two or three rows; the style sheet takes what makes them largest. */
function inRows(name, count) {
  // A Goal is read in one line.
  const rows = name === "goal" ? 1 : ROWS;
  return Array.from({ length: ROWS }, (_, at) => Math.max(FEWEST[name] ?? 4, at < rows ? Math.ceil(count / (at + 1)) : count));
}

function section(name, text) {
  const cubes = text.split(" ").filter(Boolean).map((word) =>
    word === "_" ? h("span", { class: "gap", role: "img", "aria-label": say("mat.gap") }) : cubeElement(word));
  const box = h("div", { class: "cubes" }, cubes);
  inRows(name, cubes.length).forEach((columns, at) => box.style.setProperty(`--in-${at + 1}`, columns));
  return h(
    "section",
    { class: "mat-section", "data-mat-section": name, "aria-label": say(`mat.${name}`) },
    h("h2", {}, say(`mat.${name}`)),
    box,
  );
}
