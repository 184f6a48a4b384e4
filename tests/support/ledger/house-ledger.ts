/** A ledger with trades of the market maker with itself, in addition to `small-ledger.ts`; the real writer makes it. */
import { ok as isTrue } from 'node:assert/strict';
import { units } from '../../../contract/money/units.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { OWNERS } from '../../../server/ledger/chart.ts';
import { createLog } from '../../../server/kit/log.ts';
import { openSpotExchange } from '../../../server/areas/spot/spot.area.ts';
import { BTC, USDT } from './small-ledger.ts';
import { BTC_USDT, REFERENCE_TICKS } from '../spot/spot-exchange.ts';
import { silentJobs } from '../silent-jobs.ts';

/** Entries of the grants, and of the one movement that books two of three trades. */
export const HOUSE_ENTRIES = 10;

const WHOLE = 10n ** 18n;
/** The market of `small-ledger.ts`, with six decimals of a quantity. */
const MARKET = {
  ...BTC_USDT,
  quantityScale: 6,
  takerFeePpm: 1_000,
  lotUnits: 10n ** 12n,
  tickLotUnits: 10n ** 10n,
};

/**
 * The market maker offers 1 BTC at 95 (order 5), the demo flow takes 0.5, 0.2 and 0.1 of it (trades 2, 3, 4),
 * the last one after the sums were booked.
 */
export async function keepHouseLedger(address: DatabaseAddress): Promise<void> {
  const log = createLog('silent');
  const database = openDatabase(address, log);
  const exchange = await openSpotExchange({
    address,
    database,
    markets: [MARKET],
    reference: { priceTicks: () => REFERENCE_TICKS },
    clock: { now: () => 0 },
    log,
    jobs: silentJobs(),
    onFatal: () => {},
  });
  const request = { requestId: 'r', now: 0 };
  for (const [ownerId, currencyId] of [
    [OWNERS.marketMaker, BTC],
    [OWNERS.demoFlow, USDT],
  ] as const)
    await exchange.grant({ ...request, ownerId, currencyId, amount: units(1_000n * WHOLE) });
  const order = { marketId: 1, kind: 'limit', priceTicks: 9_500, amount: null } as const;
  const deal = async (
    side: 'buy' | 'sell',
    ownerId: number,
    quantityLots: number,
    now: number,
  ): Promise<void> => {
    const terms = { ...order, ownerId, side, quantityLots, idempotencyKey: null };
    const placed = await exchange.place({ ...terms, requestId: 'r', now });
    isTrue(placed.ok);
  };
  await deal('sell', OWNERS.marketMaker, 1_000_000, 0);
  await deal('buy', OWNERS.demoFlow, 500_000, 1);
  await deal('buy', OWNERS.demoFlow, 200_000, 11 * MINUTE_MS);
  await deal('buy', OWNERS.demoFlow, 100_000, 12 * MINUTE_MS);
  await exchange.close();
  await database.$client.end();
}
