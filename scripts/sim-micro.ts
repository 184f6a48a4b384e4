/**
 * `npm run sim -- micro [seed] [orders]`: settles drawn orders of fast contracts by the core, and again by a program that
 * reads only the published text: receipts and lines of the index log. The same seed gives the same orders.
 */
import { settleDrawnMarket } from '../tests/support/micro/drawn-market.ts';

const ORDERS_DEFAULT = 1_000_000;

const [seed = 1, orders = ORDERS_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, orders].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- micro [seed] [orders]');
  process.exit(2);
}

const begun = performance.now();
const { settled, outcomes, differing } = settleDrawnMarket(seed, orders);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const ends = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count}`);
for (const receipt of differing) console.error(`other result: ${receipt}`);
if (differing.length > 0) process.exitCode = 1;
else
  console.log(
    `no difference in ${settled} orders (${ends.join(', ')}); seed ${seed}, ${seconds} s`,
  );
