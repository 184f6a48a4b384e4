/** The market maker and the demo flow on a real exchange, with the removal of their trades, on a moved clock. */
import { units } from '../../../contract/money/units.ts';
import { SECOND_MS, type Clock } from '../../../contract/time.ts';
import { openDatabase, type DatabaseAddress } from '../../../server/kit/db/database.ts';
import { OWNERS } from '../../../server/ledger/chart.ts';
import { syncCurrencies } from '../../../server/ledger/currencies.ts';
import { recordVerification } from '../../../server/ledger/verifications.repo.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import { openVerifierSession } from '../../../server/ledger/verify-session.repo.ts';
import { createLog } from '../../../server/kit/log.ts';
import {
  Audience,
  SPOT_MARKETS,
  syncSpotMarkets,
} from '../../../server/areas/market/market.area.ts';
import { COINS } from '../../../server/ledger/currency-catalog.ts';
import { findFoldedDealId, foldDeals } from '../../../server/areas/market/deals/candles.repo.ts';
import { HouseDealRemoval } from '../../../server/areas/market/deals/house-deal-removal.ts';
import { DepthBoard } from '../../../server/areas/market/depth-board.ts';
import { DemoFlow } from '../../../server/areas/market/maker/demo-flow.ts';
import { MarketMaker } from '../../../server/areas/market/maker/market-maker.ts';
import { SimulatedReference } from '../../../server/areas/market/reference/simulated-reference.ts';
import { createSimulatedPairs } from '../../../server/areas/market/simulation/simulated-pairs.ts';
import { openSpotExchange, type CommittedBatch } from '../../../server/areas/spot/spot.area.ts';
import { silentJobs } from '../silent-jobs.ts';

const START_MS = Date.UTC(2026, 10, 20, 10);
const TICK_MS = 200;
/** The interval of these jobs on the server. */
const UPKEEP_MS = 30 * SECOND_MS;
const DEALS_A_STATEMENT = 20_000;
const NOBODY = 999_999;
const COINS_OF_EACH = 10n ** 30n;

export type HouseExchange = Awaited<ReturnType<typeof openHouseExchange>>;

/**
 * An exchange with all markets around simulated prices; the market maker and `people` have large balances of
 * every coin.
 */
async function openFunded(address: DatabaseAddress, people: readonly number[], clock: Clock) {
  const log = createLog('silent');
  const database = openDatabase(address, log);
  const currencies = await syncCurrencies(database, COINS);
  const markets = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const { spot } = createSimulatedPairs({ seed: 'growth', clock });
  const reference = new SimulatedReference(spot, clock);
  const fatal: unknown[] = [];
  const exchange = await openSpotExchange({
    address,
    database,
    markets,
    reference,
    clock,
    log,
    jobs: silentJobs(),
    onFatal: (end) => void fatal.push(end),
  });
  const request = { requestId: 'grant', now: clock.now() };
  await Promise.all(
    [OWNERS.marketMaker, OWNERS.demoFlow, ...people].flatMap((ownerId) =>
      currencies.all.map(({ id: currencyId }) =>
        exchange.grant({ ...request, ownerId, currencyId, amount: units(COINS_OF_EACH) }),
      ),
    ),
  );
  return { log, database, reference, exchange, fatal };
}

const HOUSE = { seed: 'growth', maker: { ownerId: OWNERS.marketMaker, isEnabled: true } };

/** @param people users with balances, in addition to the market maker */
export async function openHouseExchange(address: DatabaseAddress, people: readonly number[]) {
  const clock = { time: START_MS, now: () => clock.time };
  const opened = await openFunded(address, people, clock);
  const { log, database, reference, exchange, fatal } = opened;
  const batches: CommittedBatch[] = [];
  exchange.subscribe((batch) => void batches.push(batch));
  const board = new DepthBoard(exchange);
  const audience = new Audience();
  const health = { isConsistent: () => true };
  const parts = {
    commands: exchange,
    view: exchange,
    board,
    reference,
    audience,
    health,
    clock,
    log,
    ...HOUSE,
  };
  const maker = new MarketMaker({ ...parts, specs: SPOT_MARKETS });
  const flow = new DemoFlow({ ...parts, specs: SPOT_MARKETS });
  const removal = new HouseDealRemoval({ database, clock, jobs: silentJobs() });
  const verifier = { name: 'growth', isBackground: false, book: ledgerBook('any') };
  const session = await openVerifierSession(address, verifier);

  /** An owner without orders: the call only waits for the commits under way and their listeners. */
  const settled = async (): Promise<void> => {
    await exchange.cancelAll({ ownerId: NOBODY, marketId: 1, requestId: 'none', now: clock.time });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const found: string[] = [];
  const upkeep = async (): Promise<void> => {
    await foldDeals(database, await findFoldedDealId(database), DEALS_A_STATEMENT);
    const { faults } = await session.verifyRecent();
    found.push(...faults);
    const { lastDealId } = session;
    await recordVerification(database, { faults: [...faults], atMs: clock.time, lastDealId });
    await removal.look();
    // Vacuums, as autovacuum would within a minute.
    await database.$client.query('vacuum');
  };
  return {
    clock,
    exchange,
    board,
    audience,
    batches,
    fatal,
    /** Ledger faults found by incremental passes. */
    found,
    database,
    /** Advances the traders by that time and runs the jobs after their trades. */
    async run(seconds: number): Promise<void> {
      for (const until = clock.time + seconds * SECOND_MS; clock.time < until;) {
        clock.time += TICK_MS;
        maker.tick();
        flow.tick();
        await settled();
        if (clock.time % UPKEEP_MS === 0) await upkeep();
      }
    },
    async close(): Promise<void> {
      for (const part of [maker, flow, board]) part.close();
      await session.close();
      await exchange.close();
      await database.$client.end();
    },
  };
}
