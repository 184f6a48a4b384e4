/** Repeatable random numbers: pure functions of a stream number and an index, the same on every machine. */

/** Mixes two words into 32 bits (the finalizer of MurmurHash3 over both). */
function mix(a: number, b: number): number {
  let hash = Math.imul(a, 0xcc9e2d51) ^ Math.imul(b + 0x9e3779b9, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a stream number for `name` under `parent`: different names give unrelated streams (FNV-1a). */
export function namedStream(parent: number, name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return mix(parent, hash);
}

/** Returns a uniform number in [0, 1). */
export function uniform(stream: number, index: number): number {
  return mix(stream, index) / 0x1_0000_0000;
}

/** One octave of value noise. */
export interface Octave {
  readonly stream: number;
  /** Distance between two independent values, in the unit of `x`. */
  readonly period: number;
  readonly amplitude: number;
}

/**
 * Returns octaves whose periods double from 1, with amplitudes that grow with the root of the period,
 * like those of a random walk. `amplitude` is that of the first.
 */
export function walkOctaves(stream: number, count: number, amplitude: number): readonly Octave[] {
  return Array.from({ length: count }, (_, k) => ({
    stream: mix(stream, k),
    period: 2 ** k,
    amplitude: amplitude * 2 ** (k / 2),
  }));
}

/** Returns the sum of the octaves at `x`; each is smooth and within ± its amplitude. */
export function fractal(octaves: readonly Octave[], x: number): number {
  let sum = 0;
  for (const { stream, period, amplitude } of octaves) {
    const position = x / period;
    const cell = Math.floor(position);
    const inside = position - cell;
    const left = mix(stream, cell);
    const value =
      inside === 0
        ? left
        : left + (mix(stream, cell + 1) - left) * inside * inside * (3 - 2 * inside);
    sum += amplitude * (value / 0x8000_0000 - 1);
  }
  return sum;
}
