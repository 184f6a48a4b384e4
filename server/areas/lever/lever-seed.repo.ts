/** Opens contracts on the demo exchange: markets with their terms, and the funds of the exchange. */
import { eq } from 'drizzle-orm';
import { assert } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { leverFunds, leverMarkets } from '../../kit/db/schema/lever.ts';
import { spotMarkets, spotWriters } from '../../kit/db/schema/spot.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import { postOpeningMovement } from '../../ledger/ledger.repo.ts';
import { leverHouseFunded } from './lever-recipes.ts';
import { demoLeverMarkets } from './demo-markets.ts';
import type { DemoInstrument } from './demo-markets.ts';
import { insertLeverMarkets } from './lever-markets.repo.ts';

/** Whole units of the settlement currency. */
const POOL = 10_000_000n;
const INSURANCE = 500_000n;
const FUND_ID = 1;

/**
 * Does nothing where there are markets, or where the dealing writer has started. @param instruments priced in
 * the currency `settle`; a stored spot market keeps its price scale.
 */
export async function seedDemoLever(
  tx: Transaction,
  instruments: readonly DemoInstrument[],
  settle: Pick<Currency, 'id' | 'scale'>,
  now: EpochMs,
): Promise<void> {
  if ((await tx.$count(leverMarkets)) > 0) return;
  if ((await tx.$count(spotWriters, eq(spotWriters.name, 'dealing'))) > 0) return;
  const stored = await tx.select().from(spotMarkets);
  const scales = new Map(stored.map(({ id, priceScale }) => [id, priceScale]));
  const scaled = instruments.map((instrument) => ({
    ...instrument,
    priceScale: scales.get(instrument.spotMarketId ?? 0) ?? instrument.priceScale,
  }));
  await insertLeverMarkets(tx, demoLeverMarkets(scaled, settle), now);
  const whole = 10n ** BigInt(settle.scale);
  const fund = { id: FUND_ID, pool: POOL * whole, insurance: INSURANCE * whole, requestId: 'seed' };
  await tx.insert(leverFunds).values({ ...fund, atMs: now });
  const movement = leverHouseFunded({ ...fund, currencyId: settle.id });
  const booked = await postOpeningMovement(tx, movement, now);
  assert(booked.ok, 'custody owes the funds of the exchange');
}
