/** Composes the spot trading of one server: the exchange, and the data derived from its commits. */
import type { Clock } from '../../contract/time.ts';
import type { ClosingStack } from '../kit/process/closing-stack.ts';
import type { Config } from '../kit/config/config.ts';
import type { Database, DatabaseAddress } from '../kit/db/database.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { LedgerHealth } from '../ledger/ledger-watch.ts';
import type { Jobs } from '../kit/jobs/jobs.ts';
import type { Log } from '../kit/log.ts';
import {
  Audience,
  createSimulatedPairs,
  DealMarkets,
  DepthBoard,
  HouseDealRemoval,
  HouseTrading,
  NO_REFERENCE,
  SimulatedForex,
  SimulatedReference,
  SPOT_MARKETS,
  syncSpotMarkets,
  withStoredScales,
} from '../areas/market/market.area.ts';
import {
  createOrderRecordRepo,
  openSpotExchange,
  SpotWire,
  startOrderConformance,
  type SpotExchange,
  type TradingEnd,
} from '../areas/spot/spot.area.ts';

export interface Trading {
  readonly spot: SpotExchange;
  readonly wire: SpotWire;
  readonly depthBoard: DepthBoard;
  readonly market: DealMarkets;
  /** Notified of every connection that reads prices. */
  readonly audience: Audience;
}

export interface TradingParts {
  readonly config: Pick<Config, 'marketMaker' | 'nodeEnv'>;
  readonly currencies: Currencies;
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Health of the ledger, known before anything is traded. */
  readonly health: LedgerHealth;
  readonly opened: ClosingStack;
  /** Reports that the process must end, see `SpotExchangeOptions`. */
  onFatal(end: TradingEnd): void;
}

/** Seed of the simulated prices, so that every installation shows the same ones. */
const SIMULATION_SEED = 'meridian';

/** Opens it and starts to publish; adds everything that must be closed to `opened`. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const { config, currencies, database, clock, health, log, jobs, opened } = parts;
  const markets = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const specs = withStoredScales(SPOT_MARKETS, markets);
  const pairs = createSimulatedPairs({ seed: SIMULATION_SEED, clock, markets: specs });
  // The simulation is predictable, so it must not decide the prices of real money.
  const reference =
    config.nodeEnv === 'production' ? NO_REFERENCE : new SimulatedReference(pairs.spot, clock);
  const spot = await openSpotExchange({ ...parts, markets, reference });
  opened.add('spot trading', () => spot.close());
  const records = createOrderRecordRepo(database);
  const conformance = await startOrderConformance({
    commands: spot,
    view: spot,
    records,
    log,
    jobs,
  });
  opened.add('check of orders', () => conformance.stop());
  const depthBoard = new DepthBoard(spot);
  opened.add('order books', () => depthBoard.close());
  const forex = new SimulatedForex(pairs.forex, clock);
  const market = await DealMarkets.open({ view: spot, reference, forex, database, clock, jobs });
  market.start();
  opened.add('market', () => market.close());
  const removal = new HouseDealRemoval({ database, clock, jobs });
  removal.start();
  opened.add('removal of deals of the house', () => removal.stop());
  const audience = new Audience();
  if (config.marketMaker) {
    const house = new HouseTrading(
      {
        commands: spot,
        view: spot,
        board: depthBoard,
        reference,
        audience,
        health,
        clock,
        log,
        specs,
        seed: SIMULATION_SEED,
      },
      jobs,
    );
    await house.start();
    opened.add('house trading', () => house.stop());
  }
  return {
    spot,
    wire: new SpotWire(spot.markets, currencies),
    depthBoard,
    market,
    audience,
  };
}
