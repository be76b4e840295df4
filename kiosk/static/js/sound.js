// Sounds, made by the browser itself. Each has a visible twin (signals.js): nothing is said by sound alone.
import { soundsOn } from "./modes.js";

/** Notes of a sound: [Hz, seconds from its start, seconds long]. */
const SOUNDS = {
  turn: [[660, 0, 0.12], [880, 0.13, 0.16]],
  warning: [[880, 0, 0.18], [880, 0.26, 0.18], [880, 0.52, 0.3]],
  tick: [[1200, 0, 0.05]],
  late: [[330, 0, 0.3], [220, 0.3, 0.6]],
  block: [[523, 0, 0.12], [784, 0.12, 0.12], [1046, 0.24, 0.3]],
  ruling: [[587, 0, 0.14], [440, 0.16, 0.24]],
  over: [[523, 0, 0.2], [659, 0.2, 0.2], [784, 0.4, 0.5]],
  question: [[740, 0, 0.14], [740, 0.22, 0.14]],
};
const LOUDNESS = 0.22;

let context = null;

/** A browser is silent until somebody has touched the page; from then on it may sound. */
function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { capture: true, passive: true });

/** Plays a sound, unless this screen is to be silent. */
export function play(name) {
  if (!soundsOn() || context?.state !== "running") return;
  const now = context.currentTime;
  for (const [pitch, from, length] of SOUNDS[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, now + from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, now + from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + from);
    tone.stop(now + from + length + 0.02);
  }
}
