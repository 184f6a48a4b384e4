/**
 * `npm run sim -- deposits [seed] [stories]`: compares deposits of random stories, in which blocks come, go
 * and are reported again, with the same payments in blocks that stay. The same seed gives the same stories.
 */
import { depositFaults } from '../tests/support/wallet/deposit-stories.ts';

const STORIES_DEFAULT = 500;

const [seed = 1, stories = STORIES_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, stories].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- deposits [seed] [stories]');
  process.exit(2);
}

const begun = performance.now();
const faults = await depositFaults(seed, stories);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log(`no difference in ${stories} stories; seed ${seed}, ${seconds} s`);
