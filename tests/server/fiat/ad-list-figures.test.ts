/** The SQL of the fiat market's list equals the formulas of the contract, to the last unit. */
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBeyondLimit } from '../../../contract/fiat/fiat-price.ts';
import { floatingPrice, quantityOf, type TradeScales } from '../../../contract/figures/fiat.ts';
import { isWithinBand } from '../../../server/areas/fiat/ads/price-band.ts';
import { adListFigures } from '../../../server/areas/fiat/market/ad-list-figures.repo.ts';
import { openDatabase, type Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  startScratchDatabase,
  type ScratchDatabase,
} from '../../support/databases/scratch-database.ts';

let scratch: ScratchDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await startScratchDatabase();
  database = openDatabase(await scratch.copy(), createLog('silent'), 2);
});
afterAll(async () => {
  await database.$client.end();
  await scratch.stop();
});

interface Shown {
  readonly price: string;
  readonly within_band: boolean;
  readonly within_limit: boolean;
  readonly covers: boolean;
}

const number = (value: bigint | null) => sql`${value === null ? null : String(value)}::numeric`;

const scales: fc.Arbitrary<TradeScales> = fc.record({
  coin: fc.constantFrom(0, 6, 8, 18),
  amount: fc.constantFrom(0, 2, 3),
  price: fc.constantFrom(0, 2, 4),
});
/** Prices of all sizes, with many small ones, where rounding shows. */
const reference = fc.oneof(
  fc.bigInt({ min: 1n, max: 50n }),
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
);
/** Shares around the edges of the band, and beyond. */
const shareBp = fc.oneof(
  fc.constantFrom(8_999, 9_000, 9_001, 10_000, 10_999, 11_000, 11_001),
  fc.integer({ min: 5_000, max: 15_000 }),
);
const near = (worth: bigint) =>
  fc.oneof(
    shareBp.chain((bp) =>
      fc.integer({ min: -1, max: 1 }).map((off) => floatingPrice(worth, bp) + BigInt(off)),
    ),
    fc.bigInt({ min: 1n, max: 10n ** 18n }),
  );
const cases = fc
  .record({ scales, reference, side: fc.constantFrom('sell', 'buy') })
  .chain((base) =>
    fc.record({
      base: fc.constant(base),
      ad: fc.oneof(
        near(base.reference).map((price) => ({
          price: price < 1n ? 1n : price,
          priceShareBp: null,
          limitPrice: null,
        })),
        fc.record({
          price: fc.constant(null),
          priceShareBp: shareBp,
          limitPrice: fc.option(near(base.reference)),
        }),
      ),
      amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      /** The remainder above the amount's quantity. */
      spare: fc.constantFrom(-1n, 0n, 1n, 10n ** 9n),
    }),
  )
  .filter(({ base, ad }) => (ad.price ?? floatingPrice(base.reference, ad.priceShareBp ?? 0)) > 0n);

test('prices, the band, limit prices and the quantity for an amount are exact', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ base, ad, amount, spare }) => {
      const price = ad.price ?? floatingPrice(base.reference, ad.priceShareBp ?? 0);
      const quantity = quantityOf(amount, price, base.scales);
      const remaining = quantity + spare < 0n ? 0n : quantity + spare;
      const figures = adListFigures(
        {
          side: sql`${base.side}::text`,
          price: number(ad.price),
          priceShareBp: sql`${ad.priceShareBp}::integer`,
          limitPrice: number(ad.limitPrice),
          remaining: number(remaining),
        },
        base.reference,
        base.scales,
      );
      const { rows } = await database.execute<Shown & Record<string, unknown>>(sql`
        select ${figures.price}::text as price, ${figures.isWithinBand} as within_band,
          ${figures.isWithinLimit} as within_limit,
          ${figures.remainderCovers(number(amount))} as covers`);

      expect(rows).toEqual([
        {
          price: String(price),
          within_band: isWithinBand(ad, base.reference),
          within_limit: ad.limitPrice === null || !isBeyondLimit(base.side, price, ad.limitPrice),
          covers: quantity <= remaining,
        },
      ]);
    }),
    { numRuns: 400 },
  );
});
