// The judge's page: the live table, what waits for a judge, the review, and codes that let others sign in.
import { beatActs, endActs, followActs, linkActs, startActs } from "./acts.js";
import { MatchClock } from "./clock.js";
import { byId, ready } from "./dom.js";
import { offerCodes } from "./judge-codes.js";
import { drawClock, showLive } from "./judge-live.js";
import { showQuestion } from "./judge-waits.js";
import { leave, stay } from "./leaving.js";
import { follow, startReview } from "./review.js";
import { post, send } from "./send.js";
import { session } from "./session.js";
import { Stream } from "./stream.js";
import { toast } from "./toast.js";

const clock = new MatchClock();
let screen = null;

async function tell(path, body) {
  const told = await send(path, body);
  toast(byId("toast"), told.text, told.ok ? "done" : "refused");
  if (told.code === "sign-in") ended();
  return told;
}

function show() {
  showLive(screen);
  showQuestion(screen.question, tell);
  drawClock(screen, clock.now());
  document.dispatchEvent(new CustomEvent("table:screen", { detail: { screen } }));
  follow(screen);
  followActs(screen);
}

// -- the two pages of a phone -----------------------------------------------------------------------

function turn(tab) {
  document.body.dataset.tab = tab;
  for (const each of ["table", "review"]) byId(`tab-${each}`).setAttribute("aria-pressed", String(each === tab));
}

for (const tab of ["table", "review"]) byId(`tab-${tab}`).addEventListener("click", () => turn(tab));

// -- the session ----------------------------------------------------------------------------------

function ended() {
  stream.close();
  leave();
  endActs();
  document.body.dataset.link = "ended";
  byId("reconnecting").hidden = true;
  byId("ended").hidden = false;
  byId("live").inert = true;
}

/** The stream was refused: is it the table that is away, or is nobody signed in here any more? */
async function refused() {
  try {
    const { person } = await session(true);
    if (person === null) ended();
  } catch {
    // The link is lost: the stream tries again by itself.
  }
}

byId("sign-out").addEventListener("click", async () => {
  leave();
  const told = await post("/sign-out", {});
  if (told.error) {
    stay();
    toast(byId("toast"), told.error.text, "refused");
  } else {
    location.replace("/sign-in");
  }
});

const stream = new Stream(
  "/judge/events",
  {
    screen: (body) => {
      screen = body;
      clock.sync(body.now_ms, body.table?.speed);
      show();
    },
    beat: (body) => {
      clock.sync(body.now_ms);
      beatActs();
    },
  },
  (live) => {
    if (document.body.dataset.link === "ended") return;
    document.body.dataset.link = live ? "live" : "lost";
    byId("reconnecting").hidden = live;
    linkActs(live);
  },
  refused,
);
ready();
startReview();
startActs(ended, () => turn("table"));
setInterval(() => { if (screen) drawClock(screen, clock.now()); }, 200);
offerCodes().catch(() => {});
