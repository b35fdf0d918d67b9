/** Plays short sounds, synthesized so that no files are loaded; the settings can silence each kind. */

import { elapsed } from "../base/clock.js";
import { settings } from "../base/settings.js";

/** @typedef {keyof typeof SOUNDS} Sound */

/** Milliseconds within which a sound makes sense. */
const FRESH = 1000;

/** @type {AudioContext} */
let context;

/**
 * Play one of the sounds below; `calls` if it calls a person who does not look at the page.
 * @param {Sound} name
 * @param {boolean} [calls]
 */
export function sound(name, calls = false) {
  if (!calls && (document.hidden || settings.silent.includes(KINDS[name] ?? name))) return;
  // Browsers are silent until the person has touched the page, and setting up sound takes time.
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    if (!context || context.state === "closed") context = new AudioContext();
    if (context.state === "running") SOUNDS[name](context.currentTime);
    else resume(name);
  } catch {
    // No sound device: the game goes on without sound.
  }
}

/**
 * Play a sound as soon as the device lets the page be heard, unless that takes too long: a phone call interrupts all
 * sounds, and nobody wants to hear them together afterwards.
 * @param {Sound} name
 */
async function resume(name) {
  const asked = elapsed();
  try {
    await context.resume();
    if (context.state === "running" && elapsed() - asked < FRESH) SOUNDS[name](context.currentTime);
  } catch {
    // The device does not allow it before the next touch.
  }
}

/** @satisfies {{ [name: string]: (at: number) => void }} */
const SOUNDS = {
  card: (at) => noise(at, 0.06, 1800, 0.25),
  sweep: (at) => noise(at, 0.18, 900, 0.15),
  turn: (at) => [659, 880].forEach((pitch, n) => tone(at + n * 0.12, pitch, 0.16, 0.12)),
  word: (at) => tone(at, 440, 0.09, 0.08),
  // A fist on the table.
  stamp: (at) => (noise(at, 0.16, 160, 0.7), tone(at, 82, 0.22, 0.3)),
  won: (at) => [523, 659, 784].forEach((pitch, n) => tone(at + n * 0.11, pitch, 0.25, 0.12)),
  triumph: (at) => [523, 659, 784, 1047, 784, 1047].forEach((pitch, n) => tone(at + n * 0.13, pitch, 0.3, 0.14)),
  lost: (at) => [392, 330].forEach((pitch, n) => tone(at + n * 0.16, pitch, 0.3, 0.1)),
};

/**
 * The kind of a sound in the settings, where it differs from its name.
 * @type {{ [name: string]: string }}
 */
const KINDS = { won: "end", triumph: "end", lost: "end", stamp: "word" };

/**
 * @param {number} at
 * @param {number} pitch
 * @param {number} seconds
 * @param {number} loudness
 */
function tone(at, pitch, seconds, loudness) {
  const oscillator = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  oscillator.connect(fading(at, seconds, loudness));
  oscillator.start(at);
  oscillator.stop(at + seconds);
}

/**
 * @param {number} at
 * @param {number} seconds
 * @param {number} pitch
 * @param {number} loudness
 */
function noise(at, seconds, pitch, loudness) {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(fading(at, seconds, loudness));
  source.start(at);
}

/**
 * @param {number} at
 * @param {number} seconds
 * @param {number} loudness
 */
function fading(at, seconds, loudness) {
  const gain = new GainNode(context, { gain: loudness * settings.volume });
  gain.gain.setValueAtTime(Math.max(0.0001, loudness * settings.volume), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
}
