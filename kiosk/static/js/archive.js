// The organiser's archives: exporting with progress, importing with progress, what is here.
import { byId, h, ready, whileBusy } from "./dom.js";
import { ended, fetched, progressIn } from "./job.js";
import { post } from "./send.js";
import { session } from "./session.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const BASE = "/audit/archive";
const MB = 1e6;

const moment = (text) => new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

function tell(place, text, kind) {
  place.replaceChildren(h("p", { "data-kind": kind }, text));
}

// -- what is here ---------------------------------------------------------------------------------

async function show() {
  const told = await fetched(`${BASE}/list`);
  if (told.error) {
    toast(byId("toast"), told.error.text, "refused");
    return;
  }
  const { matches, archives } = told;
  const own = matches.some((each) => each.here)
    ? [item(say("archive.all"), null, exporting(null, say("archive.all")))]
    : [];
  byId("matches").replaceChildren(...(matches.length || own.length
    ? [...matches.map((each) => item(each.players.join(", "), [moment(each.began), each.here ? null : say("archive.from", { table: each.table })],
      exporting(each.key, say("archive.export-of", { players: each.players.join(", "), began: moment(each.began) })))), ...own]
    : [h("li", {}, say("archive.none"))]));
  byId("archives").replaceChildren(...(archives.length
    ? archives.map((each) => item(each.table, [
      say("archive.rows", each), each.signer ? say("archive.signed", { key: each.signer }) : say("archive.unsigned"),
      each.names ? null : say("archive.nameless"), each.missing ? say("archive.lacking", { count: each.missing }) : null,
      each.name], removing(each.name)))
    : [h("li", {}, say("archive.empty"))]));
}

function item(title, more, button) {
  const words = (more ?? []).filter(Boolean).join(" · ");
  return h("li", {}, h("div", { class: "what" }, h("strong", {}, title), words ? h("span", { class: "more" }, words) : null), button);
}

// -- taking along ---------------------------------------------------------------------------------

function exporting(key, label) {
  return h("button", { type: "button", "data-export": key ?? "all", "aria-label": label,
    on: { click: (event) => whileBusy(event.currentTarget, () => take(key)) } }, say("archive.export"));
}

async function take(key) {
  const place = byId("export-state");
  const share = progressIn(place, say("archive.writing"));
  place.scrollIntoView({ block: "nearest" });
  const begun = await post(`${BASE}/export`, { match: key, names: byId("with-names").checked, sign: byId("sign").checked });
  const told = await ended(begun, (id) => `${BASE}/export/${id}`, share);
  if (told.error || told.state === "refused") {
    tell(place, told.error?.text ?? told.text, "refused");
    return;
  }
  const link = h("a", { id: "fetch", class: "button", href: `${BASE}/file/${told.id}`, download: true }, say("archive.fetch"));
  place.replaceChildren(h("p", { "data-kind": "done" }, say("archive.ready")), link,
    told.missing ? h("p", { "data-kind": "refused" }, say("archive.incomplete", { count: told.missing })) : "");
  link.click();
}

// -- bringing here --------------------------------------------------------------------------------

async function bring() {
  const [file] = byId("file").files;
  const place = byId("import-state");
  if (!file) {
    tell(place, say("archive.choose"), "refused");
    return;
  }
  const share = progressIn(place, `${say("archive.reading")} (${(file.size / MB).toFixed(1)} MB)`);
  const told = await upload(file, share);
  if (told.error) {
    tell(place, told.error.text, "refused");
    return;
  }
  place.replaceChildren(h("p", { "data-kind": "done" }, told.text), ...told.remarks.map((remark) => h("p", {}, remark)));
  byId("file").value = "";
  await show();
}

/** Sends a file as it is: only this kind of request tells how much of it has gone. */
async function upload(file, share) {
  const { token } = await session(true);
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    const failed = () => done({ error: { text: say("link.failed") } });
    request.upload.addEventListener("progress", (event) => share(event.loaded / event.total));
    request.addEventListener("load", () => {
      try {
        done(JSON.parse(request.responseText));
      } catch {
        failed();
      }
    });
    request.addEventListener("error", failed);
    request.open("POST", `${BASE}/import`);
    request.setRequestHeader("Content-Type", "application/zip");
    request.setRequestHeader("X-Tablejudge-Token", token);
    request.send(file);
  });
}

// -- taking away ----------------------------------------------------------------------------------

let going = null;

function removing(name) {
  return h("button", { type: "button", class: "quiet", "data-remove": name, "aria-label": say("archive.remove-of", { name }),
    on: { click: () => ask(name) } }, say("archive.remove"));
}

function ask(name) {
  going = name;
  byId("sure-name").textContent = name;
  byId("sure").showModal();
  byId("sure-no").focus();
}

async function away() {
  const told = await post(`${BASE}/remove`, { name: going });
  byId("sure").close();
  toast(byId("toast"), told.error?.text ?? told.text, told.error ? "refused" : "done");
  await show();
}

byId("import").addEventListener("click", (event) => whileBusy(event.currentTarget, bring));
byId("sure-no").addEventListener("click", () => byId("sure").close());
byId("sure-yes").addEventListener("click", (event) => whileBusy(event.currentTarget, away));
await show();
ready();
document.body.dataset.ready = "yes";
