/** Opens fast contracts on the demo exchange: products with their terms, and the pool of the exchange. */
import { eq } from 'drizzle-orm';
import { assert } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { microFunds, microProducts } from '../../kit/db/schema/micro.ts';
import { spotMarkets, spotWriters } from '../../kit/db/schema/spot.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import { postOpeningMovement } from '../../ledger/ledger.repo.ts';
import { demoMicroProducts, type MicroInstrument } from './demo-products.ts';
import { insertMicroProducts } from './micro-products.repo.ts';
import { microPoolFunded } from './micro-recipes.ts';

/** Whole units of the settlement currency. */
const POOL = 1_000_000n;
const FUND_ID = 1;

/** Does nothing where there are products, or where the dealing writer has started. */
export async function seedDemoMicro(
  tx: Transaction,
  instruments: readonly MicroInstrument[],
  settle: Pick<Currency, 'id' | 'scale'>,
  now: EpochMs,
): Promise<void> {
  if ((await tx.$count(microProducts)) > 0) return;
  if ((await tx.$count(spotWriters, eq(spotWriters.name, 'dealing'))) > 0) return;
  const stored = await tx.select().from(spotMarkets);
  const scales = new Map(stored.map(({ id, priceScale }) => [id, priceScale]));
  const scaled = instruments.map((each) => ({
    ...each,
    priceScale: scales.get(each.spotMarketId ?? 0) ?? each.priceScale,
  }));
  await insertMicroProducts(tx, demoMicroProducts(scaled, settle), now);
  const amount = POOL * 10n ** BigInt(settle.scale);
  const fund = { id: FUND_ID, amount, requestId: 'seed' };
  await tx.insert(microFunds).values({ ...fund, atMs: now });
  const booked = await postOpeningMovement(
    tx,
    microPoolFunded({ ...fund, currencyId: settle.id }),
    now,
  );
  assert(booked.ok, 'custody owes the pool of fast contracts');
}
