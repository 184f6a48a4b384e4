/**
 * Contracts on top of `small-ledger.ts`: Ann's long of BTC, order 1, is stopped out while the market of her long of ETH,
 * order 2, has no price. The profit of order 2 counts at the last price.
 */
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { ANN } from '../ledger/small-ledger.ts';
import { BTC_MARKET, ETH_MARKET } from './contract-exchange.ts';
import { tradeIn } from './ended-ledger.ts';
import { usdt } from './lever-scene.ts';

/** Number of entries that they add. */
export const STOPPED_ENTRIES = 14;
/** Accounts wait so long for a missing price. */
const ABSENT_AFTER_MS = 10_000;

export const keepStoppedLedger = (address: DatabaseAddress): Promise<void> =>
  tradeIn(address, (exchange) => {
    exchange.memory.fundHouse(usdt('100000'), 0n, 'fund', exchange.now);
    exchange.mark(BTC_MARKET, 9_725_000);
    exchange.mark(ETH_MARKET, 342_000);
    exchange.place(BTC_MARKET, { ownerId: ANN, direction: 'long', lots: 250, multiple: 20 });
    exchange.place(ETH_MARKET, { ownerId: ANN, direction: 'long', lots: 100, multiple: 10 });
    exchange.now += 1;
    exchange.mark(ETH_MARKET, 360_000);
    exchange.now += 1;
    exchange.freeze(ETH_MARKET);
    exchange.now += ABSENT_AFTER_MS;
    exchange.mark(BTC_MARKET, 9_725_000);
    exchange.freeze(ETH_MARKET);
    exchange.mark(BTC_MARKET, 7_950_000);
  });
