// The third step: who plays here, typed or from a CSV file. Nothing of it is kept before somebody says so.
import { byId, h } from "./dom.js";
import { field, heading } from "./setup-parts.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const SEATS = [1, 2, 3];
const LARGEST = 120 * 1024;
const EXAMPLE = "round,table,seat,name\r\n1,1,1,Ann\r\n1,1,2,Ben\r\n1,1,3,Cy\r\n1,2,1,Dee\r\n1,2,2,Eli\r\n";

export function playersStep(state, env) {
  const inputs = SEATS.map((seat) => h("input", { name: `player${seat}`, maxlength: 30, autocomplete: "off", spellcheck: "false" }));
  const faults = h("div", { class: "faults", role: "alert" });
  const found = h("div", { id: "players-found", role: "status" });
  const kept = h("div", { id: "players-kept" });
  const file = h("input", { type: "file", id: "players-file", accept: ".csv,.txt,text/csv,text/plain", class: "unseen", on: { change: () => read(file.files[0]) } });

  const send = (body) => env.tell("/setup/players", body);

  const complain = (told, title) => faults.replaceChildren(...(told.faults.length ? [
    title ? h("p", {}, title) : null,
    h("ul", {}, told.faults.map((fault) => h("li", { "data-line": fault.line }, title ? say("players.line", fault) : fault.text)),
      told.more ? h("li", {}, say("players.more", { count: told.more })) : null)].filter(Boolean) : []));

  const list = (mine) => h("ul", { class: "groups" }, mine.map((each) => h("li", {}, each.round === null ? each.names.join(", ") : say("players.group", { round: each.round, names: each.names.join(", ") }))));

  const show = ({ groups, mine }) => kept.replaceChildren(...(groups ? [
    h("h3", {}, say("players.now", { groups, mine: mine.length })), list(mine),
    h("button", { type: "button", class: "quiet", id: "players-forget", on: { click: forget } }, say("players.forget"))]
    : [h("p", { class: "nothing" }, say("players.nobody"))]));

  /** Gives whether it was kept. */
  async function keep(body) {
    const told = await send({ ...body, keep: true });
    if (told === null) return false;
    complain(told, null);
    if (told.faults.length) return false;
    found.replaceChildren();
    for (const input of inputs) input.value = "";
    show(told);
    toast(byId("toast"), say("plan.kept"), "done");
    await env.fresh();
    return true;
  }

  const typed = () => inputs.map((input) => input.value);

  async function forget() {
    const told = await send({ forget: true });
    if (told === null) return;
    show(told);
    toast(byId("toast"), say("players.forgotten"), "done");
    await env.fresh();
  }

  async function read(chosen) {
    found.replaceChildren();
    faults.replaceChildren();
    file.value = "";
    if (!chosen) return;
    if (chosen.size > LARGEST) {
      faults.replaceChildren(h("p", {}, say("players.too-large", { size: LARGEST / 1024 })));
      return;
    }
    const csv = await chosen.text();
    const told = await send({ csv });
    if (told === null) return;
    complain(told, say("players.wrong"));
    if (told.faults.length) return;
    const table = state.settings.table.name;
    found.replaceChildren(h("p", {}, say("players.read", { file: chosen.name, groups: told.groups, mine: told.mine.length, table })),
      told.mine.length ? list(told.mine) : h("p", { class: "warn" }, say("players.none-here", { table })),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", id: "players-cancel", on: { click: () => found.replaceChildren() } }, say("players.cancel")),
        h("button", { type: "button", id: "players-keep-file", on: { click: () => keep({ csv }) } }, say("players.keep-file"))));
    byId("players-keep-file").focus();
  }

  show(state.players);
  const typing = h("section", { class: "card" }, h("h3", {}, say("players.typed")),
    h("div", { class: "names" }, inputs.map((input, at) => field(say(at < 2 ? "players.name" : "players.optional", { seat: at + 1 }), input))),
    h("button", { type: "button", id: "players-keep", class: "quiet", on: { click: () => keep({ names: typed() }) } }, say("players.keep")));
  // Enter goes on to the next name, and from the last one keeps them.
  typing.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const next = inputs[inputs.indexOf(event.target) + 1];
    if (next) next.focus();
    else byId("players-keep").click();
  });
  return {
    element: h("div", { class: "body" }, heading(say("players.title"), say("players.hint")), kept, h("div", { class: "columns" }, typing,
      h("section", { class: "card" }, h("h3", {}, say("players.file")), h("p", { class: "hint" }, say("players.form")),
        h("div", { class: "buttons" },
          h("a", { class: "button quiet", id: "players-example", download: "player-list.csv", href: `data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}` }, say("players.example")),
          h("label", { class: "button", for: "players-file" }, say("players.choose")), file))), faults, found),
    // Whoever goes on has meant what was typed.
    done: async () => !typed().some((name) => name.trim()) || keep({ names: typed() }),
  };
}
