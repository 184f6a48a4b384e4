/**
 * The contract markets of the bench: the coins that are priced in the settlement currency, and all forex pairs, with funds and limits
 * above every order. The demo exchange has no contracts on most forex pairs, whose prices are not in dollars.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { RISK_VERSIONS } from '../../contract/people/risk-versions.ts';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { openLeverExchange, seedDemoLever } from '../../server/areas/lever/lever.area.ts';
import { FOREX_PAIRS, SPOT_MARKETS } from '../../server/areas/market/market.area.ts';
import { openDatabase } from '../../server/kit/db/database.ts';
import type { DatabaseAddress } from '../../server/kit/db/database.ts';
import { transaction } from '../../server/kit/db/transaction.ts';
import { Jobs } from '../../server/kit/jobs/jobs.ts';
import { createLog } from '../../server/kit/log.ts';
import { catalogCurrency } from '../../server/ledger/currency-catalog.ts';
import { heldTargets } from '../lever/held-targets.ts';
import { addPeople, grantEach } from '../lib/people.ts';
import { sized } from '../lib/mode.ts';

const UNIT = 10n ** 18n;
/** Above every limit of the exchange's own risk. */
const NO_LIMIT = 10n ** 12n * UNIT;
const SETTLEMENT = 'USDT';
/** USDT of users that trade, and of users that a fall of some percent stops out. */
const [RICH, POOR] = [1_000_000n, 1_300n];
/** Owners of the positions that a start restores; no user signs in as one of them. */
const HOLDERS_FROM = 2_000_000;
const HOLDERS = sized(30_000, 60);
const HELD = sized(100_000, 200);
/** Openings under way at a time. */
const AT_ONCE = 256;
export const TRADERS = sized(960, 64);
const FALLS = sized(5, 2);
/** Accounts that one fall stops out. */
export const STOPPED_OUT = sized(10_000, 20);

/** The market whose price the bench sets. */
export const BTC = {
  ...ensure(
    SPOT_MARKETS.find(({ base, quote }) => base.code === 'BTC' && quote.code === SETTLEMENT),
    'BTC/USDT',
  ),
  price: catalogCurrency('BTC').reference,
};

/** Price of a forex pair. */
const referenceOf = ({ baseCode, quoteCode }: (typeof FOREX_PAIRS)[number]): number =>
  catalogCurrency(baseCode).reference / catalogCurrency(quoteCode).reference;

/** Prices of the coins by market, and of the pairs by symbol. */
const COIN_PRICES = new Map(
  SPOT_MARKETS.map(({ id, base }) => [id, catalogCurrency(base.code).reference]),
);
const PAIR_PRICES = new Map(FOREX_PAIRS.map((pair) => [pair.symbol, referenceOf(pair)]));

type Rules = Exchange['markets'] extends ReadonlyMap<number, infer R> ? R : never;

/** The mark while the bench opens positions without HTTP; undefined for an unknown instrument. */
function ticksOf({ spotMarketId, forexSymbol, priceScale }: Rules): number | undefined {
  const price = COIN_PRICES.get(spotMarketId ?? 0) ?? PAIR_PRICES.get(forexSymbol ?? '');
  return price === undefined ? undefined : Math.round(price * 10 ** priceScale);
}

/** Beyond the fall of the bench, and beyond the waves of the simulated prices around their references. */
const REACH = { profit: [0.4, 0.8], loss: [0.4, 0.8] } as const;

export interface BenchUsers {
  /** Access tokens of users that trade. */
  readonly traders: readonly string[];
  /** Access tokens of the users that each fall stops out. */
  readonly poor: readonly (readonly string[])[];
}

/** Adds users with money in contract accounts, and opens the markets. */
export async function fillContracts(client: Client, address: DatabaseAddress): Promise<BenchUsers> {
  const { rows } = await client.query<{ id: number }>('select id from currencies where code = $1', [
    SETTLEMENT,
  ]);
  const currencyId = ensure(rows[0], SETTLEMENT).id;
  const { tokens, owners } = await addPeople(client, TRADERS + FALLS * STOPPED_OUT, []);
  await client.query(
    `insert into risk_acknowledgements (user_id, product, version, at_ms)
     select id, 'lever', $2, 0 from unnest($1::int[]) as id`,
    [owners, RISK_VERSIONS.lever],
  );
  const holders = Array.from({ length: HOLDERS }, (_, index) => HOLDERS_FROM + index);
  const give = (ids: readonly number[], coins: bigint, cause: string) =>
    grantEach(client, ids, {
      currencyId,
      accountType: ACCOUNT_TYPES.contract,
      amount: coins * UNIT,
      cause,
    });
  await give(owners.slice(0, TRADERS), RICH, 'bench of traders');
  await give(owners.slice(TRADERS), POOR, 'bench of poor');
  await give(holders, RICH, 'bench of holders');
  await openMarkets(client, address, currencyId);
  const poor = Array.from({ length: FALLS }, (_, fall) => {
    const from = TRADERS + fall * STOPPED_OUT;
    return tokens.slice(from, from + STOPPED_OUT);
  });
  return { traders: tokens.slice(0, TRADERS), poor };
}

async function openMarkets(
  client: Client,
  address: DatabaseAddress,
  currencyId: number,
): Promise<void> {
  // A dealing writer that has started without markets is no exchange with contracts yet.
  await client.query(
    "delete from spot_writers where name = 'dealing' and not exists (select from lever_markets)",
  );
  const coins = SPOT_MARKETS.filter(({ quote }) => quote.code === SETTLEMENT).map(
    ({ id, base, priceScale }, rank) => ({
      spotMarketId: id,
      forexSymbol: null,
      priceScale,
      reference: catalogCurrency(base.code).reference,
      rank,
    }),
  );
  const pairs = FOREX_PAIRS.map((pair, rank) => ({
    spotMarketId: null,
    forexSymbol: pair.symbol,
    priceScale: pair.priceScale,
    reference: referenceOf(pair),
    rank,
  }));
  const database = openDatabase(address, createLog('silent'));
  const settle = { id: currencyId, scale: 18 };
  await transaction(database, (tx) => seedDemoLever(tx, [...coins, ...pairs], settle, Date.now()));
  await database.$client.end();
  await withWriter(address, currencyId, async (exchange) => {
    for (const id of exchange.markets.keys())
      await exchange.changeTerms(
        id,
        (terms) => ({
          ...terms,
          multiples: [5, 20],
          lotsMax: 1_000_000,
          limits: { net: NO_LIMIT, gross: NO_LIMIT, owner: NO_LIMIT },
        }),
        Date.now(),
      );
    const fund = { pool: 10n ** 10n * UNIT, insurance: 10n ** 9n * UNIT };
    const funded = await exchange.fundHouse({ ...fund, requestId: 'bench', now: Date.now() });
    if (!funded.ok) throw new Error(funded.error);
  });
}

/** Opens the positions of all holders, in all markets, without HTTP. @returns their number. */
export async function openHeld(client: Client, address: DatabaseAddress): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select settle_currency_id as id from lever_markets limit 1',
  );
  const currencyId = ensure(rows[0], 'a market').id;
  await withWriter(address, currencyId, async (exchange) => {
    const markets = [...exchange.markets.values()];
    let next = 0;
    const open = async (): Promise<void> => {
      while (next < HELD) {
        const at = next++;
        const market = ensure(markets[at % markets.length], 'a market');
        const direction = at % 2 === 0 ? 'long' : 'short';
        const ticks = ensure(ticksOf(market), 'a price');
        const placed = await exchange.place({
          ownerId: HOLDERS_FROM + (at % HOLDERS),
          marketId: market.id,
          direction,
          kind: 'market',
          lots: 10,
          multiple: 5,
          limitTicks: null,
          ...heldTargets(at, { direction, ticks }, REACH),
          worstTicks: null,
          idempotencyKey: `bench-of-holders-${at}`,
          deadline: undefined,
          requestId: 'bench',
          now: Date.now(),
        });
        if (!placed.ok) throw new Error(placed.error);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, open));
  });
  // This is the state of an exchange that did not get its rows within a minute.
  await client.query('analyze');
  return HELD;
}

/** Counts the open positions of holders with both targets, and the closes by a target. */
export async function readTargets(
  client: Client,
): Promise<{ readonly armed: number; readonly reached: number }> {
  const { rows } = await client.query<{ armed: number; reached: number }>(
    `select count(*) filter (where state = 'in_trading' and take_profit_ticks is not null
        and stop_loss_ticks is not null)::int as armed,
      count(*) filter (where close_reason in ('take_profit', 'stop_loss'))::int as reached
     from lever_orders where owner_id >= $1`,
    [HOLDERS_FROM],
  );
  return ensure(rows[0], 'a row');
}

type Exchange = Awaited<ReturnType<typeof openLeverExchange>>['exchange'];

/** Opens the writer at the reference prices of all coins, and ends it after the work. */
async function withWriter(
  address: DatabaseAddress,
  currencyId: number,
  work: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const log = createLog('silent');
  const clock = { now: Date.now };
  const database = openDatabase(address, log);
  const { exchange } = await openLeverExchange({
    database,
    address,
    currencyId,
    prices: {
      evaluate: (rules) => {
        const ticks = ticksOf(rules);
        if (ticks === undefined) return null;
        const atMs = Date.now();
        const sources = ['alpha', 'beta'].map((sourceId) => ({ sourceId, ticks, atMs }));
        return { status: 'live', atMs, ticks, sources, isCloseOnly: false };
      },
      resume: () => undefined,
      name: ({ id }) => String(id),
    },
    clock,
    log,
    jobs: new Jobs({ clock, log }),
    onFatal: (end) => {
      throw new Error(`contract trading ended: ${end}`);
    },
  });
  try {
    await work(exchange);
  } finally {
    await exchange.end();
    await database.$client.end();
  }
}
