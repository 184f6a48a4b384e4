/**
 * Contracts on top of `small-ledger.ts` whose losses in a gap are larger than their accounts: order 1, Ann's long, is closed at
 * its stop-loss, which cancels order 2, her pending limit. Order 3, Bob's long, is stopped out. Insurance fund and pool pay.
 */
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { ANN, BOB } from '../ledger/small-ledger.ts';
import { BTC_MARKET } from './contract-exchange.ts';
import { tradeIn } from './ended-ledger.ts';
import { usdt } from './lever-scene.ts';

/** Number of entries that they add. */
export const GAP_ENTRIES = 24;

export const keepGapLedger = (address: DatabaseAddress): Promise<void> =>
  tradeIn(address, (exchange) => {
    const long = { direction: 'long', lots: 1_000, multiple: 20 } as const;
    const short = { direction: 'short', lots: 10, multiple: 100 } as const;
    exchange.memory.fundHouse(usdt('1000000'), usdt('30000'), 'fund', exchange.now);
    exchange.mark(BTC_MARKET, 9_725_000);
    exchange.place(BTC_MARKET, { ...long, ownerId: ANN, stopLossTicks: 9_000_000 });
    exchange.place(BTC_MARKET, { ...short, ownerId: ANN, limitTicks: 11_000_000 });
    exchange.place(BTC_MARKET, { ...long, ownerId: BOB });
    exchange.now += 1;
    exchange.mark(BTC_MARKET, 6_807_500);
  });
