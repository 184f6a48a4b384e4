/**
 * `npm run sim -- lever-races [seeds]`: lets each pair of acts on one contract account meet in any order and
 * between any two steps of a mark, with so many seeds a pair. The same seeds give the same runs.
 */
import { LeverInterleaving } from '../tests/support/lever/lever-interleaving.ts';
import { meetingOf, RACING_ACTS } from '../tests/support/lever/lever-races.ts';
import { LEVER_MIXES } from '../tests/support/lever/lever-workload.ts';

const SEEDS_DEFAULT = 1_000;

const [seeds = SEEDS_DEFAULT] = process.argv.slice(3).map(Number);
const [mix] = LEVER_MIXES;
if (!Number.isSafeInteger(seeds) || seeds <= 0 || mix === undefined) {
  console.error('Usage: npm run sim -- lever-races [seeds]');
  process.exit(2);
}

const names = Object.keys(RACING_ACTS);
const ends: Record<string, number> = {};
let [pairs, between] = [0, 0];
for (const [at, first] of names.entries())
  for (const second of names.slice(at)) {
    pairs += 1;
    for (let seed = 1; seed <= seeds; seed += 1) {
      const interleaving = new LeverInterleaving(mix);
      try {
        interleaving.run(meetingOf(first, second, seed));
      } catch (fault) {
        throw new Error(`${first} and ${second}, seed ${seed}`, { cause: fault });
      }
      between += interleaving.between;
      for (const [kind, count] of Object.entries(interleaving.kinds))
        ends[kind] = (ends[kind] ?? 0) + count;
    }
  }
for (const [kind, count] of Object.entries(ends)) console.log(`${kind} ${count}`);
console.log(
  `no law is broken: ${pairs} pairs, ${seeds} seeds each, ${between} commands between the steps of a mark`,
);
