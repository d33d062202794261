// The sounds: a few strokes on wood and glass, computed as they are needed.

import { settings } from "./settings.js";

/**
 * One stroke: a tone that dies away, with some noise at its beginning.
 * @typedef {object} Stroke
 * @property {number} at seconds after the beginning
 * @property {number} pitch in Hz
 * @property {number} ring seconds until it has died away
 * @property {number} loud 0 to 1
 * @property {number} [knock] how much noise is in its beginning, 0 to 1
 * @property {OscillatorType} [wave]
 */

/** @type {Record<string, Stroke[]>} */
const SOUNDS = {
  move: [{ at: 0, pitch: 210, ring: 0.09, loud: 0.5, knock: 0.7 }],
  capture: [
    { at: 0, pitch: 300, ring: 0.06, loud: 0.5, knock: 1 },
    { at: 0.055, pitch: 150, ring: 0.14, loud: 0.7, knock: 0.8 },
  ],
  drop: [{ at: 0, pitch: 130, ring: 0.16, loud: 0.7, knock: 0.5 }],
  draw: [0, 0.09, 0.18, 0.27, 0.36].map((at) => ({
    at,
    pitch: 420 - at * 300,
    ring: 0.06,
    loud: 0.3,
    knock: 0.8,
  })),
  end: [
    { at: 0, pitch: 392, ring: 0.18, loud: 0.22, wave: "triangle" },
    { at: 0.09, pitch: 523, ring: 0.26, loud: 0.22, wave: "triangle" },
  ],
  check: [
    { at: 0.05, pitch: 659, ring: 0.3, loud: 0.26, wave: "triangle" },
    { at: 0.17, pitch: 659, ring: 0.36, loud: 0.2, wave: "triangle" },
  ],
  refused: [
    { at: 0, pitch: 120, ring: 0.1, loud: 0.35, wave: "triangle" },
    { at: 0.09, pitch: 98, ring: 0.14, loud: 0.35, wave: "triangle" },
  ],
  over: [262, 330, 392, 523].map((pitch, place) => ({
    at: 0.1 + place * 0.13,
    pitch,
    ring: place === 3 ? 0.9 : 0.4,
    loud: 0.24,
    wave: "triangle",
  })),
};

/**
 * What each voice makes of a stroke.
 * @type {Record<string, { pitch: number, ring: number, loud: number, knock: number }>}
 */
const VOICES = {
  oak: { pitch: 1, ring: 1, loud: 1, knock: 1 },
  glass: { pitch: 3, ring: 2.4, loud: 0.5, knock: 0.15 },
  felt: { pitch: 0.72, ring: 0.8, loud: 0.9, knock: 0.25 },
};

/** @type {AudioContext | undefined} */
let context;
/** Where all strokes go, as loud as the player wants them. @type {GainNode | undefined} */
let output;
/** @type {AudioBuffer | undefined} */
let noise;

/** To begin takes long, so the page answers the first gesture before that. In milliseconds. */
const PATIENCE = 60;
/** @type {Promise<void> | undefined} */
let waking;

/** Lets the browser hand out sound: call it within a gesture. */
export function wake() {
  if (context?.state === "suspended") context.resume().catch(() => {});
  waking ??= new Promise((resolve) => {
    setTimeout(() => {
      context = new AudioContext({ latencyHint: "interactive" });
      output = context.createGain();
      output.connect(context.destination);
      resolve();
    }, PATIENCE);
  });
}

/** A tenth of a second of noise. @param {AudioContext} on */
function crackle(on) {
  if (noise) return noise;
  const made = on.createBuffer(1, on.sampleRate / 10, on.sampleRate);
  const samples = made.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  noise = made;
  return made;
}

/** @param {AudioContext} on @param {Stroke} stroke */
function strike(on, { at, wave = "sine", ...stroke }) {
  const start = on.currentTime + at;
  const voice = VOICES[settings.voice];
  const [pitch, ring] = [stroke.pitch * voice.pitch, stroke.ring * voice.ring];
  const [loud, knock] = [stroke.loud * voice.loud, (stroke.knock ?? 0) * voice.knock];
  const fade = (/** @type {number} */ level, /** @type {number} */ length) => {
    const gain = on.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(level, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(output ?? on.destination);
    return gain;
  };
  const tone = on.createOscillator();
  tone.type = wave;
  tone.frequency.setValueAtTime(pitch * (knock > 0 ? 1.6 : 1), start);
  tone.frequency.exponentialRampToValueAtTime(pitch, start + 0.03);
  tone.connect(fade(loud, ring));
  tone.start(start);
  tone.stop(start + ring);
  if (knock === 0) return;
  const burst = on.createBufferSource();
  burst.buffer = crackle(on);
  const filter = on.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch * 8;
  burst.connect(filter);
  filter.connect(fade(loud * knock * 0.5, 0.035));
  burst.start(start);
  burst.stop(start + 0.05);
}

/** A sound that comes later than this after what it belongs to, in milliseconds, is none. */
const LATE = 500;

/** @param {string[]} names */
export async function sound(names) {
  const asked = performance.now();
  await waking;
  if (!context) return;
  // Just after the first gesture it may still be on its way.
  if (context.state !== "running") await context.resume();
  if (performance.now() - asked > LATE) return;
  // Twice as loud to the ear is about ten times the power.
  if (output) output.gain.value = (settings.volume / 70) ** 2;
  for (const name of names) for (const stroke of SOUNDS[name] ?? []) strike(context, stroke);
}
