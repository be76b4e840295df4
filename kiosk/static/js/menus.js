// What everybody may do: some of it always in sight, the rest in two menus: by hand, and for judges.
import { actionButton, actionsOf, placeOf } from "./actions.js";
import { cover, uncover } from "./cover.js";
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

/** So many actions of the table are always in sight. */
const IN_SIGHT = 2;

let shown = null;

/** Draws the buttons for everybody. `away` says that the camera is: then doing it by hand is the way to play. */
export function showMenus(match, doIt, away) {
  const common = actionsOf(match, null);
  const at = (place) => common.filter((action) => placeOf(action) === place);
  const inSight = [...at("play"), ...at("table").slice(0, IN_SIGHT)];
  paint(byId("common-actions"), inSight, () => inSight.map((action) => actionButton(action, doIt)));
  const menus = {
    hand: { title: say("menu.hand-title"), groups: [at("by-hand")] },
    judge: { title: say("menu.judge-title"), groups: [[...at("judge"), ...at("table").slice(IN_SIGHT)], at("undo")] },
  };
  for (const [name, menu] of Object.entries(menus)) {
    const button = byId(`menu-${name}`);
    button.hidden = menu.groups.flat().length === 0;
    button.onclick = () => openMenu(name, menu, doIt);
    // A menu that is open follows the match; one with nothing left closes.
    if (shown === name) openMenu(name, menu, doIt);
  }
  byId("menu-hand").dataset.wanted = away ? "yes" : "no";
}

function openMenu(name, menu, doIt) {
  const actions = menu.groups.flat();
  if (actions.length === 0) {
    closeMenu();
    return;
  }
  if (name === "hand" && actions.length === 1 && shown === null) {
    doIt(actions[0]);
    return;
  }
  const chosen = (action) => {
    closeMenu();
    return doIt(action);
  };
  const first = shown === null;
  shown = name;
  const box = byId("menu");
  paint(box, [name, menu], () => [
    h("h2", { id: "menu-title" }, menu.title),
    ...menu.groups.filter((group) => group.length).map((group) => h("div", { class: "list" }, group.map((action) => actionButton(action, chosen)))),
    h("div", { class: "buttons" }, h("button", { type: "button", id: "menu-close", class: "quiet", "data-focus": "close", on: { click: closeMenu } }, say("menu.close"))),
  ]);
  if (first) cover("menu", box.querySelector("button"));
}

export function closeMenu() {
  shown = null;
  uncover("menu");
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && shown !== null) closeMenu();
});
