/**
 * `npm run sim -- micro [seed] [orders]`: writes and signs the index of drawn sources, and settles drawn orders of fast contracts.
 * A program that reads only the published record computes all of it again. The same seed gives the same market.
 */
import { settleDrawnMarket } from '../tests/support/micro/drawn-market.ts';

const ORDERS_DEFAULT = 1_000_000;
/** Further differences are counted. */
const NAMED_MAX = 20;

const [seed = 1, orders = ORDERS_DEFAULT] = process.argv.slice(3).map(Number);
if (![seed, orders].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error('Usage: npm run sim -- micro [seed] [orders]');
  process.exit(2);
}

const begun = performance.now();
const { settled, outcomes, points, segments, differences } = await settleDrawnMarket(seed, orders);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');
for (const difference of differences.slice(0, NAMED_MAX)) console.error(difference);
console.log(
  `orders: ${listed(outcomes)}\npoints: ${listed(points)}\nsegments: ${listed(segments)}`,
);
console.log(`${differences.length} differences in ${settled} orders; seed ${seed}, ${seconds} s`);
if (differences.length > 0) process.exitCode = 1;
