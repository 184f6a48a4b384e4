/**
 * An offering that a server distributes while users place orders: subscriptions that users made over HTTP, and orders at
 * a rate, before the allocation and during the distribution. The jump of the clock to the end slows orders by itself, so
 * that a lock holds the allocation back until its other effects are over.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS, SECOND_MS } from '../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { seedDemoIeo } from '../../server/areas/ieo/ieo.area.ts';
import { openDatabase, type DatabaseAddress } from '../../server/kit/db/database.ts';
import { createLog } from '../../server/kit/log.ts';
import { CATALOG } from '../../server/ledger/currency-catalog.ts';
import { syncCurrencies } from '../../server/ledger/currencies.ts';
import { findOpenOffering } from '../../tests/support/ieo/ieo-users.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { startBenchServer, withClient } from '../lib/bench-server.ts';
import { forkLoad, startLoad } from '../lib/fork-load.ts';
import type { LoadReport } from '../lib/form-load.ts';
import { requireAccepted } from '../lib/measured-load.ts';
import { sized } from '../lib/mode.ts';
import { addPeople, grantEach } from '../lib/people.ts';
import { quantile } from '../lib/table.ts';
import { chooseMarkets } from '../orders/bench-markets.ts';
import type { OrderLoad } from '../orders/client.ts';
import type { SubscriberLoad } from './subscriber.ts';

const SUBSCRIBERS = sized(12_000, 60);
const SUBSCRIBING_CONNECTIONS = sized(32, 4);
/** Longer than all subscriptions take. */
const SUBSCRIBING_S = 900;
const ORDER_CONNECTIONS = sized(32, 4);
export const ORDERS_PER_S = 1_000;
const TRADERS = sized(600, 40);
const CURRENCIES = ['USDT', 'BTC', 'ETH', 'SOL', 'XRP'];
const WARM_UP_S = sized(5, 0.05);
const SECONDS = sized(20, 0.05);
/** The orders last longer than the allocation and this time, in which settlements are counted. */
const COUNTED_MS = sized(15_000, 1_000);
const POLL_MS = sized(100, 5);
/** Units of each currency that a user has. */
const GRANT = 10n ** 27n;
/** The demo's offering lasts a week, which would end the sessions. */
const SESSION_MS = 8 * DAY_MS;

interface DistributionWithOrders {
  /** Settlements while orders were placed, and their speed. */
  readonly settled: number;
  readonly settledPerS: number;
  readonly ordersPerS: number;
  /** 99th percentiles of the orders, in ms. */
  readonly aloneMs: number;
  readonly withMs: number;
  /** Duration of a full verification of the ledger afterwards. */
  readonly verifiedS: number;
}

/** @throws Error if the ledger is inconsistent, or fewer than half of the orders were accepted. */
export async function measureDistributionWithOrders(): Promise<DistributionWithOrders> {
  const { server, port, filled: tokens, removeData } = await startBenchServer(fill);
  const offering = await findOpenOffering(server);
  requireAccepted(
    await forkLoad<SubscriberLoad>(path.join(import.meta.dirname, 'subscriber.ts'), {
      port,
      connections: SUBSCRIBING_CONNECTIONS,
      tokens,
      offeringId: offering.id,
      step: Number(offering.step),
      seconds: SUBSCRIBING_S,
      seed: 1,
    }),
  );
  const orders = startLoad<OrderLoad>(path.join(import.meta.dirname, '../orders/client.ts'));
  const load = { port, connections: ORDER_CONNECTIONS, tokens: tokens.slice(0, TRADERS) };
  const trade = async (seconds: number, seed: number, ratePerS?: number) => {
    const rate = ratePerS === undefined ? {} : { ratePerS };
    const markets = await chooseMarkets(server);
    return orders.run({ ...load, ...rate, markets, seconds, seed });
  };
  const alone = await withoutAllocation(server, async () => {
    await server.controlAdvance(offering.closes_at - (await server.controlAdvance(0)));
    await trade(WARM_UP_S, 2);
    return trade(SECONDS, 3, ORDERS_PER_S);
  });
  const [report, { settled, seconds }] = await Promise.all([
    trade(SECONDS, 4, ORDERS_PER_S),
    countSettled(server.dataDir),
  ]);
  orders.stop();
  for (const each of [alone, report]) requireHalf(each);
  const began = performance.now();
  const { faults } = await server.verifyLedger();
  const verifiedS = (performance.now() - began) / SECOND_MS;
  await server.stop();
  removeData();
  if (faults.length > 0) throw new Error(`the ledger does not add up: ${faults.join('; ')}`);
  return {
    settled,
    settledPerS: settled / seconds,
    ordersPerS: report.answered / report.seconds,
    aloneMs: quantile(alone.latencies, 0.99),
    withMs: quantile(report.latencies, 0.99),
    verifiedS,
  };
}

/**
 * The week before the end moves prices away from those of the orders, so that more are refused than in other benches.
 * @throws Error if fewer than half were accepted.
 */
function requireHalf({ answered, outcomes }: LoadReport): void {
  if ((outcomes['ok'] ?? 0) < answered / 2)
    throw new Error(`most orders must be accepted: ${JSON.stringify(outcomes)}`);
}

/** Runs `work` while a subscription is locked, so that no allocation can be stored. */
function withoutAllocation<T>({ dataDir }: TestServer, work: () => Promise<T>): Promise<T> {
  return withClient(dataDir, async (client) => {
    await client.query('begin');
    await client.query('select from ieo_subscriptions order by id limit 1 for update');
    const done = await work();
    await client.query('commit');
    return done;
  });
}

/** Users with the currencies of the orders, and the offerings of the demo. @returns the tokens of the users. */
async function fill(client: pg.Client, address: DatabaseAddress): Promise<readonly string[]> {
  const { tokens, owners } = await addPeople(client, SUBSCRIBERS, []);
  await client.query(`update session_tokens set expires_at_ms = expires_at_ms + ${SESSION_MS}`);
  const database = openDatabase(address, createLog('fatal'));
  const currencies = await syncCurrencies(database, CATALOG);
  for (const code of CURRENCIES) {
    const currencyId = currencies.byCode(code)?.id;
    if (currencyId === undefined) throw new Error(`there is no ${code}`);
    const grant = { currencyId, accountType: ACCOUNT_TYPES.spot, amount: GRANT };
    await grantEach(client, owners, { ...grant, cause: `bench ${code}` });
  }
  await database.transaction((tx) => seedDemoIeo(tx, currencies, Date.now()));
  await database.$client.end();
  return tokens;
}

/** Counts settlements from the last moment without one on, until no more come or the time is over. */
async function countSettled(
  dataDir: string,
): Promise<{ readonly settled: number; readonly seconds: number }> {
  return withClient(dataDir, async (client) => {
    const look = async () => {
      const { rows } = await client.query<{ settled: number; committed: number }>(
        `select count(*) filter (where phase = 'settled')::integer as settled,
           count(*) filter (where phase = 'committed')::integer as committed from ieo_subscriptions`,
      );
      return rows[0] ?? { settled: 0, committed: 0 };
    };
    for (let from = performance.now(); ; await pause(POLL_MS)) {
      const { settled, committed } = await look();
      const now = performance.now();
      if (settled === 0) from = now;
      else if (committed === 0 || now - from > COUNTED_MS)
        return { settled, seconds: (now - from) / SECOND_MS };
    }
  });
}
