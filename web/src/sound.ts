/** Four short, soft, synthesized sounds; off until the person turns sound on. */

import { settings } from "./look/settings.svelte";

type Name = "deal" | "turn" | "flip" | "win";

let room: AudioContext | null = null;

/** Play a sound, if sound is on. */
export function chime(name: Name): void {
  if (!settings.now.sound || typeof AudioContext === "undefined") return;
  // Browsers allow sound only after a first touch.
  if (navigator.userActivation?.hasBeenActive === false) return;
  room ??= new AudioContext();
  if (room.state === "suspended") void room.resume();
  MAKE[name](room, room.currentTime + 0.01);
}

const MAKE: Readonly<Record<Name, (room: AudioContext, at: number) => void>> = {
  deal: (room, at) => [0, 0.07, 0.14].forEach((late) => paper(room, at + late, 2600, 0.05)),
  flip: (room, at) => paper(room, at, 1800, 0.08),
  turn: (room, at) => {
    tone(room, at, 523, 0.16);
    tone(room, at + 0.11, 784, 0.24);
  },
  win: (room, at) =>
    [523, 659, 784, 1047].forEach((pitch, step) => tone(room, at + step * 0.12, pitch, 0.4)),
};

/** Play a tone like a struck wooden bar. */
function tone(room: AudioContext, at: number, pitch: number, length: number): void {
  const bar = room.createOscillator();
  const loud = room.createGain();
  bar.type = "sine";
  bar.frequency.value = pitch;
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(0.12, at + 0.012);
  loud.gain.exponentialRampToValueAtTime(0.0008, at + length);
  bar.connect(loud).connect(room.destination);
  bar.start(at);
  bar.stop(at + length);
}

/** Play a rustle of paper: filtered noise around a pitch. */
function paper(room: AudioContext, at: number, pitch: number, length: number): void {
  const noise = room.createBuffer(1, Math.ceil(room.sampleRate * length), room.sampleRate);
  const grains = noise.getChannelData(0);
  for (let n = 0; n < grains.length; n++)
    grains[n] = (Math.random() * 2 - 1) * (1 - n / grains.length) ** 2;
  const source = room.createBufferSource();
  const band = room.createBiquadFilter();
  const loud = room.createGain();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  loud.gain.value = 0.25;
  source.connect(band).connect(loud).connect(room.destination);
  source.start(at);
}
