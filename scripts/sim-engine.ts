/**
 * `npm run sim -- engine [seed] [operations]`: compares the matching engine with a naive order book
 * for any number of operations, in all mixes, after each operation. The same seed gives the same
 * run.
 */
import { createMatchingEngine } from '../server/engine/matching-engine.ts';
import { runBeside } from '../tests/support/engine/engine-comparison.ts';
import { MIXES, workload, type Operation } from '../tests/support/engine/engine-workload.ts';

const OPERATIONS_DEFAULT = 1_000_000;

const [seed = 1, operations = OPERATIONS_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, operations].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- engine [seed] [operations]');
  process.exit(2);
}

const perMix = Math.ceil(operations / MIXES.length);
const begun = process.hrtime.bigint();
let deals = 0;
for (const mix of MIXES) {
  const tally = runBeside(createMatchingEngine, first(perMix, workload(mix, seed)));
  deals += tally.deals;
  const endings = Object.entries(tally.endings).map(([ending, count]) => `${ending} ${count}`);
  console.log(
    `${mix.name}: ${tally.operations} operations, ${tally.deals} deals; ${endings.join(', ')}`,
  );
}
const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
console.log(
  `no difference in ${perMix * MIXES.length} operations with ${deals} deals; seed ${seed}, ${seconds.toFixed(0)} s`,
);

function* first(count: number, stream: Iterator<Operation, never>): Generator<Operation> {
  for (let n = 0; n < count; n++) yield stream.next().value;
}
