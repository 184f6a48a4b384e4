/** The users and products of the bench of fast contracts: demo products of BTC, and shorter ones that end together. */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { SETTLEMENT_WINDOW_MS } from '../../contract/figures/micro-settlement.ts';
import { RISK_VERSIONS } from '../../contract/people/risk-versions.ts';
import { SECOND_MS } from '../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { SPOT_MARKETS } from '../../server/areas/market/market.area.ts';
import { seedDemoMicro } from '../../server/areas/micro/micro.area.ts';
import { openDatabase, type DatabaseAddress } from '../../server/kit/db/database.ts';
import { transaction } from '../../server/kit/db/transaction.ts';
import { createLog } from '../../server/kit/log.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { shortProductSql } from '../../tests/support/micro/short-product.ts';
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import { sized } from '../lib/mode.ts';
import { addPeople, grantEach } from '../lib/people.ts';

export const INSTRUMENT = 'BTC/USDT';
/** A price that the bench sets, so that all sources agree. */
export const PRICE = '97000';
/** The limit of calls of one address allows this interval. */
const INDEX_PATIENCE = { timeout: 60_000, interval: 250 };
const UNIT = 10n ** 18n;
const SETTLEMENT = 'USDT';
/** USDT of each user. */
const FUNDS = 10_000n;
/**
 * The shortest duration. A smoke run places few orders before they end in one second. A shorter one than the window of a
 * settlement would be settled by points from before its acceptance, which no replay reads.
 */
export const SECONDS_MIN = sized(5, SETTLEMENT_WINDOW_MS / SECOND_MS);
const DEMO_SECONDS_MIN = 30;
/** Durations in seconds that no exchange offers. */
const SHORT = Array.from(
  { length: DEMO_SECONDS_MIN - SECONDS_MIN },
  (_, index) => index + SECONDS_MIN,
);

/** Waits until the index has a price. */
export async function waitForIndex(server: TestServer): Promise<void> {
  const seconds = '2';
  await eventually(async () => {
    const from = String(Date.now() - 1_000);
    const fields = { instrument: INSTRUMENT, from, seconds };
    const { data } = await server.call('listIndexTicks', fields);
    if (data?.at(-1)?.price == null) throw new Error('the index has no price');
  }, INDEX_PATIENCE);
}

export interface FastUsers {
  readonly tokens: readonly string[];
  /** Products by their duration in seconds. */
  readonly products: Readonly<Record<number, number>>;
}

/** Adds users with money in accounts of fast contracts, and opens the products. */
export const fillFast =
  (users: number) =>
  async (client: Client, address: DatabaseAddress): Promise<FastUsers> => {
    const { rows } = await client.query<{ id: number }>(
      'select id from currencies where code = $1',
      [SETTLEMENT],
    );
    const currencyId = ensure(rows[0], SETTLEMENT).id;
    const { tokens, owners } = await addPeople(client, users, []);
    await client.query(
      `insert into risk_acknowledgements (user_id, product, version, at_ms)
       select id, 'micro', $2, 0 from unnest($1::int[]) as id`,
      [owners, RISK_VERSIONS.micro],
    );
    await grantEach(client, owners, {
      currencyId,
      accountType: ACCOUNT_TYPES.fast_contract,
      amount: FUNDS * UNIT,
      cause: 'bench of fast contracts',
    });
    await openProducts(client, address, currencyId);
    return { tokens, products: await productsOf(client) };
  };

async function openProducts(
  client: Client,
  address: DatabaseAddress,
  currencyId: number,
): Promise<void> {
  // A dealing writer that has started without products is no exchange with fast contracts yet.
  await client.query(
    "delete from spot_writers where name = 'dealing' and not exists (select from micro_products)",
  );
  const market = ensure(
    SPOT_MARKETS.find(({ base, quote }) => `${base.code}/${quote.code}` === INSTRUMENT),
    INSTRUMENT,
  );
  const instrument = {
    instrument: INSTRUMENT,
    spotMarketId: market.id,
    forexSymbol: null,
    priceScale: market.priceScale,
  };
  const database = openDatabase(address, createLog('silent'));
  const settle = { id: currencyId, scale: 18 };
  await transaction(database, (tx) => seedDemoMicro(tx, [instrument], settle, Date.now()));
  await database.$client.end();
  for (const seconds of SHORT) await client.query(shortProductSql(seconds));
  await client.query('analyze');
}

async function productsOf(client: Client): Promise<Readonly<Record<number, number>>> {
  const { rows } = await client.query<{ id: number; seconds: number }>(
    'select id, seconds from micro_products where instrument = $1',
    [INSTRUMENT],
  );
  return Object.fromEntries(rows.map(({ id, seconds }) => [seconds, id]));
}
