// The first page of a match: which game, which division, who plays.
import { byId, h, paint } from "./dom.js";
import { say } from "./words.js";

/**
 * `usual` is what is usually played here, by whom, and whether the table has been set up; `begin(request)` starts the
 * match; `back` leads to the match that is over, or is null.
 */
export function showStart(games, usual, begin, back) {
  const form = byId("start");
  paint(form, [games, usual, back !== null], () => build(form, games, usual, begin, back));
}

function build(form, games, usual, begin, back) {
  const first = games.find((each) => each.ruleset === usual?.ruleset) ?? games[0];
  const ruleset = first?.ruleset;
  const options = h("div", { class: "divisions", role: "radiogroup", "aria-label": say("start.division") });
  const names = h("div", { class: "names" });
  const readings = h("details", { id: "start-readings", hidden: true });
  const complaint = h("p", { class: "complaint", role: "alert", hidden: true });
  const choose = (game) => {
    options.replaceChildren(...game.divisions.map((division) => chip("division", division, division, game.divisions.length === 1 || (game.ruleset === usual?.ruleset && division === usual.division))));
    options.previousElementSibling.hidden = game.divisions.length === 0;
    readings.hidden = game.readings.length === 0;
    readings.replaceChildren(h("summary", {}, say("start.readings", { count: game.readings.length })),
      h("ul", {}, game.readings.map((each) => h("li", { "data-reading": each.name },
        h("code", {}, `${each.name} = ${each.value}`), ` (${each.cite}) ${each.text}`))));
    const most = Math.max(...game.player_counts);
    const least = Math.min(...game.player_counts);
    const written = [...names.querySelectorAll("input")].map((input) => input.value);
    names.replaceChildren(...Array.from({ length: most }, (_, at) => {
      const label = say(at < least ? "start.name" : "start.optional", { seat: at + 1 });
      return h("label", {}, h("span", {}, label),
        h("input", { name: `name${at + 1}`, value: written[at] ?? "", maxlength: 24, autocomplete: "off", spellcheck: "false" }));
    }));
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const game = games.find((each) => each.ruleset === form.elements.ruleset.value);
    const wrong = game ? fault(form, game) : say("link.failed");
    complaint.hidden = wrong === null;
    complaint.textContent = wrong ?? "";
    if (wrong !== null) return;
    const button = byId("begin");
    button.disabled = true;
    await begin({ ruleset: game.ruleset, division: form.elements.division?.value || null, names: written(form) });
    button.disabled = false;
  };
  const chips = games.map((game) => chip("ruleset", game.ruleset, game.title, game.ruleset === ruleset, () => choose(game)));
  const parts = [
    usual?.set_up === false ? h("p", { id: "start-set-up" }, h("span", {}, say("start.set-up")), h("a", { class: "button quiet", href: "/setup" }, say("start.set-up-go"))) : null,
    h("h1", {}, say("start.title")),
    h("h2", {}, say("start.game")),
    h("div", { class: "games", role: "radiogroup", "aria-label": say("start.game") }, chips),
    h("div", {}, h("h2", {}, say("start.division")), options),
    h("h2", {}, say("start.names")),
    usual?.seatings?.length ? offered(usual.seatings, names) : null,
    names,
    readings,
    complaint,
    h("div", { class: "buttons" },
      back ? h("button", { type: "button", class: "quiet", id: "start-back", on: { click: back } }, say("start.back")) : null,
      h("a", { class: "button quiet", id: "start-check", href: "/check" }, say("start.check")),
      h("button", { type: "submit", id: "begin", class: "primary" }, say("start.go"))),
  ];
  if (first) choose(first);
  return parts;
}

/** The groups that were announced: a tap writes their names. */
function offered(seatings, names) {
  const write = (group) => {
    for (const [at, input] of [...names.querySelectorAll("input")].entries()) input.value = group.names[at] ?? "";
  };
  return h("div", { class: "seatings", role: "group", "aria-label": say("start.seatings") }, seatings.map((group, at) => {
    const words = group.names.join(", ");
    return h("button", { type: "button", class: "quiet", "data-seating": at, on: { click: () => write(group) } },
      group.round === null ? words : say("players.group", { round: group.round, names: words }));
  }));
}

function chip(name, value, label, checked, chosen) {
  return h("label", { class: "chip" },
    h("input", { type: "radio", name, value, checked, on: chosen ? { change: chosen } : {} }), h("span", {}, label));
}

const written = (form) => [...form.querySelectorAll(".names input")].map((input) => input.value.trim()).filter(Boolean);

/** What is missing, in words; null when nothing is. */
function fault(form, game) {
  const names = written(form);
  if (game.divisions.length && !form.elements.division?.value) return say("start.no-division");
  if (!game.player_counts.includes(names.length)) return say("start.too-few", { count: Math.min(...game.player_counts) });
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return say("start.same-name");
  return null;
}
