/** The figure of a risk notice: a share of enough accounts, counted at most once an hour. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../contract/time.ts';
import { ProductRules } from '../../../server/areas/people/products/product-rules.ts';
import type { ProductResults } from '../../../server/areas/people/products/product-rules.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { AREAS } from '../../../server/kit/phone-areas.ts';
import { StartupError } from '../../../server/kit/process/startup-error.ts';
import { openProducts } from '../../../server/boot/roles/products.ts';

const NOW = Date.UTC(2026, 10, 26);
const YEAR_MS = 365 * 24 * HOUR_MS;

function rulesWith(count: () => Promise<ProductResults>) {
  const since: number[] = [];
  const rules = new ProductRules({
    database: {} as Database,
    blockedAreas: new Set(),
    products: {
      lever: {
        isOffered: true,
        countResults: (from) => {
          since.push(from);
          return count();
        },
      },
      micro: { isOffered: false, countResults: count },
    },
  });
  return {
    since,
    percentAt: async (at: number) => (await rules.disclosure('lever', at)).losing_percent,
  };
}

test.each([
  [20, 13, 65],
  [1_000, 654, 65],
  [1_000, 655, 66],
  [20, 0, 0],
  [19, 19, null],
  [0, 0, null],
])('of %i accounts %i lost: %s percent', async (accounts, losing, percent) => {
  const { percentAt } = rulesWith(async () => ({ accounts, losing }));
  expect(await percentAt(NOW)).toBe(percent);
});

test('the accounts of the last 365 days are counted once an hour', async () => {
  const { since, percentAt } = rulesWith(async () => ({ accounts: 50, losing: 25 }));
  await Promise.all([percentAt(NOW), percentAt(NOW), percentAt(NOW + HOUR_MS - 1)]);
  expect(since).toEqual([NOW - YEAR_MS]);
  await percentAt(NOW + HOUR_MS);
  expect(since).toEqual([NOW - YEAR_MS, NOW + HOUR_MS - YEAR_MS]);
});

test('a count that fails is made again after ten seconds, and not at each call', async () => {
  let isBroken = true;
  const { percentAt } = rulesWith(async () => {
    if (isBroken) throw new Error('the database is away');
    return { accounts: 40, losing: 10 };
  });
  await expect(percentAt(NOW)).rejects.toThrow('the database is away');
  isBroken = false;
  await expect(percentAt(NOW + 9_999)).rejects.toThrow('the database is away');
  expect(await percentAt(NOW + 10_000)).toBe(25);
});

test('a blocked area that does not exist ends the start', () => {
  const start = (ids: readonly number[]) =>
    openProducts({
      config: { blockedAreas: new Set(ids), isMicroOffered: true, leverProfile: 'open' },
      database: {} as Database,
    });
  expect(() => start([AREAS.length])).not.toThrow();
  expect(() => start([1, AREAS.length + 1])).toThrow(StartupError);
});
