/**
 * `npm run sim -- lever [seed] [operations]`: compares the core of contract trading with a naive one for any
 * number of operations, in all mixes. The same seed gives the same run.
 */
import { LeverComparison } from '../tests/support/lever/lever-comparison.ts';
import { LEVER_MIXES, leverOperations } from '../tests/support/lever/lever-workload.ts';

const OPERATIONS_DEFAULT = 1_000_000;

const [seed = 1, operations = OPERATIONS_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, operations].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- lever [seed] [operations]');
  process.exit(2);
}

const perMix = Math.ceil(operations / LEVER_MIXES.length);
const begun = process.hrtime.bigint();
for (const mix of LEVER_MIXES) {
  const tally = new LeverComparison(mix.house).run(leverOperations(mix, seed, perMix));
  const kinds = Object.entries(tally).map(([kind, count]) => `${kind} ${count}`);
  console.log(`${mix.name}: ${kinds.toSorted().join(', ')}`);
}
const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
console.log(
  `no difference in ${perMix * LEVER_MIXES.length} operations; seed ${seed}, ${seconds.toFixed(0)} s`,
);
