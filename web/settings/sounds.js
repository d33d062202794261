// The sounds of what happens: the module computes them, this plays them.

import { loadModule } from "../shell/index.js";
import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let context;
/** Where all sounds go, as loud as the player wants them. @type {GainNode | undefined} */
let output;

/** To begin takes long, so the page answers the first gesture before that. In milliseconds. */
const PATIENCE = 60;
/** @type {Promise<void> | undefined} */
let waking;

/** After so much silence the device's output is let go, which costs power as long as it is held. In milliseconds. */
const SILENCE = 20_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
/** The output's being let go, which takes a moment. @type {Promise<void> | undefined} */
let leaving;

/** Lets the output go once nothing more is heard for a while. */
function restLater() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    leaving = context?.suspend().catch(() => {});
  }, SILENCE);
}

/** Lets the browser hand out sound: call it within a gesture. */
export function wake() {
  // Some browsers have it switched off, as it helps to recognize who visits.
  if (!("AudioContext" in globalThis)) return;
  if (context?.state === "suspended") context.resume().catch(() => {});
  waking ??= new Promise((resolve) => {
    setTimeout(() => {
      context = new AudioContext({ latencyHint: "interactive" });
      output = context.createGain();
      output.connect(context.destination);
      resolve();
    }, PATIENCE);
  });
  waking.then(restLater);
}

/** A sound that comes later than this after what it belongs to, in milliseconds, is none. */
const LATE = 500;

/** @param {string[]} names */
export async function sound(names) {
  const asked = performance.now();
  clearTimeout(resting);
  const [module] = await Promise.all([loadModule(), waking]);
  if (!context || !output) return;
  // What begins while the output is being let go would be heard with the next sound.
  await leaving;
  // Just after the first gesture it may still be on its way.
  if (context.state !== "running") await context.resume();
  restLater();
  if (performance.now() - asked > LATE) return;
  // Twice as loud to the ear is about ten times the power.
  output.gain.value = (settings.volume / 70) ** 2;
  for (const name of names) {
    const samples = module.sound(name, settings.voice, context.sampleRate);
    if (samples.length === 0) continue;
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(output);
    source.start();
  }
}
