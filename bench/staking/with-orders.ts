/**
 * Dividends that a server pays while users place orders: positions that users took over HTTP, days that end all at once,
 * and orders with the dividends in turn with orders alone, so that a slower machine affects both. A jump of the clock
 * slows orders by itself, so that a lock holds dividends back until its other effects are over.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS, MINUTE_MS, SECOND_MS, type EpochMs } from '../../contract/time.ts';
import { bookStakingFunding } from '../../server/areas/staking/staking.area.ts';
import { openDatabase, type DatabaseAddress } from '../../server/kit/db/database.ts';
import { createLog } from '../../server/kit/log.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { startBenchServer, withClient } from '../lib/bench-server.ts';
import { forkLoad, startLoad } from '../lib/fork-load.ts';
import type { LoadReport } from '../lib/form-load.ts';
import { requireAccepted } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople } from '../lib/people.ts';
import { quantile } from '../lib/table.ts';
import { chooseMarkets } from '../orders/bench-markets.ts';
import type { OrderLoad } from '../orders/client.ts';
import type { SubscriberLoad } from './subscriber.ts';

const CONNECTIONS = sized(32, 4);
const PEOPLE = sized(600, 40);
const POSITIONS = sized(4_000, 100);
/** Days that end at once, so that the payment lasts as long as the orders. */
const DAYS_AT_ONCE = sized(8, 1);
const ROUNDS = sized(3, 1);
const SECONDS = sized(10, 0.05);
/** Other work that is due after a jump of the clock gets this time, too. */
const WARM_UP_S = sized(5, 0.05);
/** The exchange aims at the first rate; the second is as many orders as it takes. */
export const RATES_PER_S = [1_000, null] as const;
/** Longer than the positions take. */
const SUBSCRIBING_S = 600;
const POLL_MS = 100;
/** The server looks again for dividends after this time. */
const AGAIN_MS = MINUTE_MS;
const DAILY_PPB = 100_000;
/** More than all rounds. */
const CYCLE_DAYS = 1_000;
const WHOLE = 10n ** 18n;
const FUND = 10_000_000n * WHOLE;

export interface OrdersRound {
  /** Orders a second; null for a closed loop. */
  readonly ratePerS: number | null;
  /** 99th percentiles of the orders, in ms. */
  readonly aloneMs: number;
  readonly withMs: number;
  readonly dividends: number;
  readonly paidS: number;
}

/** Returns the rounds. @throws Error if the ledger is inconsistent, or fewer than half of the orders were accepted. */
export async function measureWithOrders(): Promise<readonly OrdersRound[]> {
  const { server, port, filled, removeData } = await startBenchServer(fill);
  const { tokens, productId } = filled;
  const load = { port, connections: CONNECTIONS, tokens };
  await subscribeAll({ ...load, productId });
  const orders = startLoad<OrderLoad>(path.join(import.meta.dirname, '../orders/client.ts'));
  const markets = await chooseMarkets(server);
  let seed = 1;
  const p99 = async (seconds: number, ratePerS: number | null) => {
    seed += 1;
    const rate = ratePerS === null ? {} : { ratePerS };
    const report = await orders.run({ ...load, ...rate, markets, seconds, seed });
    requireHalf(report);
    return quantile(report.latencies, 0.99);
  };
  const rounds: OrdersRound[] = [];
  for (const ratePerS of Array.from({ length: ROUNDS }, () => RATES_PER_S).flat()) {
    const aloneMs = await withoutDividends(server, async () => {
      await server.controlAdvance(DAYS_AT_ONCE * DAY_MS);
      await p99(WARM_UP_S, null);
      return p99(SECONDS, ratePerS);
    });
    const now = await server.controlAdvance(AGAIN_MS);
    const [withMs, paidS] = await Promise.all([p99(SECONDS, ratePerS), secondsToPay(server, now)]);
    rounds.push({
      ratePerS,
      aloneMs,
      withMs,
      paidS,
      dividends: await newDividends(server, rounds),
    });
  }
  orders.stop();
  const { faults } = await server.verifyLedger();
  await server.stop();
  removeData();
  if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
  return rounds;
}

/**
 * The days of the rounds move prices away from those of the orders, so that more are refused than in other benches.
 * @throws Error if fewer than half were accepted.
 */
function requireHalf({ answered, outcomes }: LoadReport): void {
  if ((outcomes['ok'] ?? 0) < answered / 2)
    throw new Error(`most orders must be accepted: ${JSON.stringify(outcomes)}`);
}

/** Users, a product and its fund. */
async function fill(client: pg.Client, address: DatabaseAddress) {
  const { tokens } = await addPeople(client, PEOPLE);
  // The days of the rounds would end the sessions.
  const sessionMs = (ROUNDS * RATES_PER_S.length + 1) * DAYS_AT_ONCE * DAY_MS;
  await client.query(`update session_tokens set expires_at_ms = expires_at_ms + ${sessionMs}`);
  const { rows } = await client.query<{ id: number; currencyId: number }>(`
    insert into staking_products (currency_id, cycle_days, daily_ppb, amount_min, amount_max, quota, user_max, taken,
      state, revision, created_at_ms)
    select id, ${CYCLE_DAYS}, ${DAILY_PPB}, 1, ${WHOLE}, ${FUND}, ${FUND}, 0, 'open', 1, 0
    from currencies where code = 'USDT' returning id, currency_id as "currencyId"`);
  const [product] = rows;
  if (product === undefined) throw new Error('there is no USDT');
  const database = openDatabase(address, createLog('fatal'));
  const funding = { currencyId: product.currencyId, amount: FUND, requestId: 'bench' };
  await database.transaction((tx) => bookStakingFunding(tx, funding, 0));
  await database.$client.end();
  return { tokens, productId: product.id };
}

async function subscribeAll(
  load: Pick<SubscriberLoad, 'port' | 'connections' | 'tokens' | 'productId'>,
): Promise<void> {
  const report = await forkLoad<SubscriberLoad>(path.join(import.meta.dirname, 'subscriber.ts'), {
    ...load,
    dailyPpb: DAILY_PPB,
    positions: POSITIONS,
    seconds: SUBSCRIBING_S,
    seed: 1,
  });
  requireAccepted(report);
}

/** Runs `work` while every position is locked: the server skips them. */
function withoutDividends<T>(server: TestServer, work: () => Promise<T>): Promise<T> {
  return withClient(server.dataDir, async (client) => {
    await client.query('begin');
    await client.query('select from staking_positions for update');
    const done = await work();
    await client.query('commit');
    return done;
  });
}

/** Waits until no dividend is due. */
async function secondsToPay(server: TestServer, now: EpochMs): Promise<number> {
  const begun = performance.now();
  await withClient(server.dataDir, async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        `select from staking_positions where phase = 'in_effect' and next_dividend_at_ms <= ${now} limit 1`,
      );
      if (rowCount === 0) return;
      await pause(POLL_MS);
    }
  });
  return (performance.now() - begun) / SECOND_MS;
}

/** Returns how many dividends were paid since the rounds before. */
async function newDividends(server: TestServer, before: readonly OrdersRound[]): Promise<number> {
  const all = await withClient(server.dataDir, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from staking_dividends',
    );
    return rows[0]?.count ?? 0;
  });
  return all - before.reduce((sum, { dividends }) => sum + dividends, 0);
}
