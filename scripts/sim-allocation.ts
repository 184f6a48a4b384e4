/**
 * `npm run sim -- allocation [seed] [allocations]`: checks random allocations of tokens against their rules and against a
 * slow allocation in rounds. The same seed gives the same allocations.
 */
import { allocationFaultsOf } from '../tests/support/ieo/random-allocations.ts';

const ALLOCATIONS_DEFAULT = 1_000_000;

const [seed = 1, allocations = ALLOCATIONS_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, allocations].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- allocation [seed] [allocations]');
  process.exit(2);
}

const begun = performance.now();
const faults = allocationFaultsOf(seed, allocations);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`no fault in ${allocations} allocations; seed ${seed}, ${seconds} s`);
