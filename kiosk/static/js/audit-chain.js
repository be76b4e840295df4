// Is the journal whole? Asked when somebody wants to know, answered in words, with the place of each fault.
import { byId, h, whileBusy } from "./dom.js";
import { ended, progressIn } from "./job.js";
import { post } from "./send.js";
import { say } from "./words.js";

/** What was asked about last; another match may lie in another journal. */
let asked = null;

/** Another match is looked at: what is known of one journal says nothing of another. */
export function showChain(match) {
  const journal = match === "all" ? "all" : match.split(".")[0];
  if (journal === asked) return;
  asked = journal;
  state("unchecked", say("chain.unchecked"));
  byId("chain-found").replaceChildren();
  byId("chain-check").textContent = say("chain.check");
}

function state(name, text) {
  byId("chain").dataset.state = name;
  byId("chain").textContent = text;
}

async function check() {
  const journal = asked;
  const place = byId("chain-found");
  state("checking", say("chain.checking"));
  const share = progressIn(place, say("chain.checking"));
  const told = await ended(await post("/audit/check", { match: journal }), (id) => `/audit/check/${id}`, share);
  if (journal !== asked) return;
  byId("chain-check").textContent = say("chain.again");
  if (told.error || told.state === "refused") {
    state("unchecked", say("chain.unchecked"));
    place.replaceChildren(h("p", { class: "notice" }, told.error?.text ?? told.text));
    return;
  }
  const whole = told.journals.every((each) => each.whole);
  state(whole ? "whole" : "broken", say(whole ? "chain.whole" : "chain.broken"));
  place.replaceChildren(...told.journals.map(found));
}

function found(journal) {
  return h("section", { class: "journal", "data-whole": journal.whole ? "yes" : "no" },
    h("p", { class: "verdict" }, say(journal.whole ? "chain.is-whole" : "chain.is-broken", { table: journal.table })),
    journal.faults.length ? h("ul", { class: "faults" }, journal.faults.map((fault) => h("li", { "data-place": fault.place }, say("chain.fault", fault), " ", fault.link ? h("a", { href: `/judge#${fault.link}` }, say("chain.show")) : null))) : null,
    journal.remarks.map((remark) => h("p", {}, remark)),
    h("p", { class: "witness" }, say("chain.at", journal)));
}

export function listenToChain() {
  byId("chain").addEventListener("click", () => {
    byId("chain-dialog").showModal();
    if (byId("chain").dataset.state === "unchecked") byId("chain-check").focus();
  });
  byId("chain-close").addEventListener("click", () => byId("chain-dialog").close());
  byId("chain-check").addEventListener("click", (event) => whileBusy(event.currentTarget, check));
}
