// The same lines as files: CSV and JSON at once, the PDF when it is made, with its progress.
import { byId, h, whileBusy } from "./dom.js";
import { values, written } from "./audit-question.js";
import { ended, progressIn } from "./job.js";
import { post } from "./send.js";
import { say } from "./words.js";

let asked = null;

/** What the files are about from now on: exactly what is shown. */
export function showFiles(told, question) {
  asked = question;
  const dialog = byId("files");
  byId("files-hint").textContent = say("files.hint", { count: told.lines.length });
  byId("files-only").textContent = say("files.only", { what: told.only });
  byId("files-only").hidden = !told.only;
  byId("files-state").replaceChildren();
  for (const form of ["csv", "json"]) dialog.querySelector(`[data-form="${form}"]`).href = `/audit/penalties.${form}?${written(question)}`;
}

async function makePdf() {
  const place = byId("files-state");
  const share = progressIn(place, say("files.working"));
  const told = await ended(await post("/audit/report", { query: values(asked) }), (id) => `/audit/report/${id}`, share);
  if (told.error || told.state === "refused") {
    place.replaceChildren(h("p", { class: "notice", "data-kind": "refused" }, told.error?.text ?? told.text));
    return;
  }
  const link = h("a", { id: "fetch", class: "button", href: `/audit/report/${told.id}/file`, download: true }, say("files.fetch"));
  place.replaceChildren(h("p", { "data-kind": "done" }, say("files.ready")), link);
  link.click();
}

export function listenToFiles() {
  byId("files-open").addEventListener("click", () => byId("files").showModal());
  byId("files-close").addEventListener("click", () => byId("files").close());
  byId("files").querySelector("[data-form='pdf']").addEventListener("click", (event) => whileBusy(event.currentTarget, makePdf));
}
