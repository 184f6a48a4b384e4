/**
 * Contracts on top of `small-ledger.ts` that the exchange ends: order 1 is deleveraged, and order 2 ends with its
 * market.
 */
import { units } from '../../../contract/money/units.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import { withClient } from '../databases/scratch-database.ts';
import { ANN, BOB, book, USDT } from '../ledger/small-ledger.ts';
import { BTC_MARKET, ContractExchange, ETH_MARKET, FRIDAY } from './contract-exchange.ts';
import { usdt } from './lever-scene.ts';

/** Number of entries that they add. */
export const ENDED_ENTRIES = 16;
const CONTRACT = 2;
const LAST_GENERAL = 3;
const ALL_STEPS = Number.POSITIVE_INFINITY;

export const keepEndedLedger = (address: DatabaseAddress): Promise<void> =>
  tradeIn(address, async (exchange) => {
    deleverage(exchange);
    await endMarket(exchange);
  });

/** Gives two users their money, lets them trade coins, and stores it. */
export async function tradeIn(
  address: DatabaseAddress,
  trade: (exchange: ContractExchange) => void | Promise<void>,
): Promise<void> {
  await withClient(address, async (client) => {
    for (const [index, ownerId] of [ANN, BOB].entries()) {
      const amounts = [{ currencyId: USDT, amount: units(usdt('5000')) }];
      const grant = { causeId: 'test', requestId: 'r', ownerId, accountType: CONTRACT, amounts };
      await book(client, JOURNALS.general, LAST_GENERAL + 1 + index, seedGrant(grant));
    }
  });
  const database = openDatabase(address, createLog('silent'));
  try {
    await database.transaction((tx) => insertLeverMarkets(tx, [BTC_MARKET, ETH_MARKET], FRIDAY));
    const exchange = await ContractExchange.open(address, database);
    await exchange.load(ANN, BOB);
    await trade(exchange);
    await exchange.commit();
    await exchange.store.close();
  } finally {
    await database.$client.end();
  }
}

/** Ann wins so much that the pool covers less than 20 % of its funds. */
function deleverage(exchange: ContractExchange): void {
  exchange.memory.fundHouse(usdt('4100'), 0n, 'fund', exchange.now);
  exchange.mark(BTC_MARKET, 9_725_000);
  exchange.mark(ETH_MARKET, 342_000);
  exchange.place(BTC_MARKET, { ownerId: ANN, direction: 'long', lots: 250, multiple: 20 });
  exchange.place(ETH_MARKET, { ownerId: BOB, direction: 'short', lots: 1, multiple: 10 });
  exchange.mark(BTC_MARKET, 11_050_000);
}

async function endMarket(exchange: ContractExchange): Promise<void> {
  exchange.now += MINUTE_MS;
  exchange.mark(ETH_MARKET, 342_000);
  exchange.now += SECOND_MS;
  const ended = {
    ...ETH_MARKET,
    status: 'close_only',
    revision: 2,
    endsAtMs: exchange.now,
  } as const;
  await exchange.store.setTerms(ended, exchange.now);
  exchange.memory.setTerms(ended);
  exchange.memory.windDown(ETH_MARKET.id, exchange.now);
  exchange.memory.work(ALL_STEPS, exchange.now);
}
