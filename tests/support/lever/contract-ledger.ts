/**
 * Contracts on top of `small-ledger.ts`: each recipe of contracts, and a transfer into the contract account that
 * is under way.
 */
import type { Client } from 'pg';
import { units } from '../../../contract/money/units.ts';
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { JOURNALS } from '../../../server/ledger/chart.ts';
import type { Movement } from '../../../server/ledger/movement.ts';
import { seedGrant } from '../../../server/ledger/recipes.ts';
import {
  transferIntoDealing,
  transferTowardsDealing,
} from '../../../server/areas/wallet/wallet-recipes.ts';
import { storedEntry } from '../../../server/ledger/writer/postings.repo.ts';
import {
  BTC_MARKET,
  ContractExchange,
  ETH_MARKET,
  EUR_MARKET,
  FRIDAY,
} from './contract-exchange.ts';
import { usdt } from './lever-scene.ts';
import { ANN, BOB, book, USDT } from '../ledger/small-ledger.ts';
import { withClient } from '../databases/scratch-database.ts';

export const CAL = 13;
const CONTRACT = 2;
const FIAT = 3;
/** Number of entries that they add. */
export const CONTRACT_ENTRIES = 51;
const LAST_GENERAL = 3;

/**
 * Orders: 1 Ann's long of BTC, closed at its take-profit after a night. 2 her limit, opened at the fall to 90,000. 3
 * her limit, canceled. 4 Bob's long, stopped out at that fall; insurance fund and pool pay. 5 Cal's long of BTC,
 * closed at its stop-loss with a debt. 6 Cal's short of ETH, which covers the debt. 7 Ann's short of EUR, whose close waits
 * for a price. 8 Ann's pending limit.
 * Transfers of Cal: 1 repaid a part of the debt, 2 is under way with 3 units.
 */
export async function keepContractLedger(address: DatabaseAddress): Promise<void> {
  await withClient(address, grantContractMoney);
  const database = openDatabase(address, createLog('silent'));
  try {
    await database.transaction((tx) =>
      insertLeverMarkets(tx, [BTC_MARKET, ETH_MARKET, EUR_MARKET], FRIDAY),
    );
    const exchange = await ContractExchange.open(address, database);
    await exchange.load(ANN, BOB, CAL);
    tradeContracts(exchange);
    await exchange.commit();
    await withClient(address, (client) => transfer(client, exchange));
    await exchange.commit();
    await exchange.store.close();
  } finally {
    await database.$client.end();
  }
}

export async function grantContractMoney(client: Client): Promise<void> {
  const grants: readonly (readonly [owner: number, type: number, amount: string])[] = [
    [ANN, CONTRACT, '5000'],
    [BOB, CONTRACT, '1300'],
    [CAL, CONTRACT, '252.33'],
    [CAL, FIAT, '100'],
  ];
  for (const [index, [ownerId, accountType, amount]] of grants.entries()) {
    const amounts = [{ currencyId: USDT, amount: units(usdt(amount)) }];
    const grant = seedGrant({ causeId: 'test', requestId: 'r', ownerId, accountType, amounts });
    await book(client, JOURNALS.general, LAST_GENERAL + 1 + index, grant);
  }
}

export function tradeContracts(exchange: ContractExchange): void {
  exchange.memory.fundHouse(usdt('10000000'), usdt('500'), 'fund', exchange.now);
  exchange.mark(BTC_MARKET, 9_725_000);
  exchange.mark(ETH_MARKET, 342_000);
  exchange.mark(EUR_MARKET, 108_620);
  const long = { direction: 'long', lots: 250, multiple: 20 } as const;
  exchange.place(BTC_MARKET, { ...long, ownerId: ANN, stopLossTicks: 8_000_000 });
  exchange.amend({
    ownerId: ANN,
    id: 1,
    revision: 2,
    takeProfitTicks: 9_900_000,
    stopLossTicks: 8_500_000,
  });
  const bid = { ownerId: ANN, direction: 'long', lots: 100, multiple: 10 } as const;
  exchange.place(BTC_MARKET, { ...bid, limitTicks: 9_600_000 });
  exchange.cancel(ANN, exchange.place(BTC_MARKET, { ...bid, limitTicks: 9_500_000 }));
  exchange.place(BTC_MARKET, { ...long, ownerId: BOB });
  exchange.place(BTC_MARKET, {
    ownerId: CAL,
    direction: 'long',
    lots: 100,
    multiple: 100,
    stopLossTicks: 9_600_000,
  });
  exchange.place(ETH_MARKET, { ownerId: CAL, direction: 'short', lots: 200, multiple: 50 });
  exchange.place(EUR_MARKET, { ownerId: ANN, direction: 'short', lots: 10, multiple: 30 });
  exchange.mark(ETH_MARKET, 330_000);
  exchange.mark(BTC_MARKET, 9_600_000);
  exchange.nextDay();
  exchange.mark(ETH_MARKET, 330_000);
  exchange.mark(EUR_MARKET, 108_620);
  exchange.mark(BTC_MARKET, 9_912_000);
  exchange.mark(BTC_MARKET, 9_000_000);
  exchange.place(BTC_MARKET, { ...bid, direction: 'short', limitTicks: 9_100_000 });
  exchange.freeze(EUR_MARKET);
  exchange.close(ANN, 7);
}

async function transfer(client: Client, exchange: ContractExchange): Promise<void> {
  for (const table of ['transfers'])
    await client.query(
      `alter table ${table} drop constraint if exists ${table}_user_id_users_id_fk`,
    );
  const amounts = [usdt('15'), 3n];
  for (const [index, amount] of amounts.entries()) {
    const id = index + 1;
    const number = LAST_GENERAL + 5 + index;
    const funds = {
      causeId: String(id),
      ownerId: CAL,
      actorId: CAL,
      requestId: 'r',
      currencyId: USDT,
      amount: units(amount),
    };
    await book(client, JOURNALS.general, number, transferTowardsDealing(funds, FIAT));
    await writePosting(client, id, transferIntoDealing(funds, CONTRACT));
    await client.query(
      `insert into transfers (id, from_account_type, to_account_type, amount, dealing_posting_id,
         movement_number, user_id, currency_id, idempotency_key, created_at_ms)
       overriding system value
       values ($1::bigint, ${FIAT}, ${CONTRACT}, $2, $1::bigint, $3, ${CAL}, ${USDT}, 'key-' || $1::bigint, 0)`,
      [id, amount, number],
    );
    if (id === 1) exchange.book({ id, movement: transferIntoDealing(funds, CONTRACT) });
  }
}

const writePosting = (client: Client, id: number, movement: Movement) =>
  client.query(
    `insert into dealing_postings (id, recipe, cause_id, actor_id, request_id, entries, created_at_ms)
     overriding system value values ($1, $2, $3, $4, 'r', $5, 0)`,
    [
      id,
      movement.recipe,
      movement.causeId,
      movement.actorId,
      JSON.stringify(movement.entries.map(storedEntry)),
    ],
  );
