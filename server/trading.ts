/** Spot trading of one server, put together: the exchange, and what is derived from its commits. */
import type { Clock } from '../contract/time.ts';
import type { ClosingStack } from './closing-stack.ts';
import type { Config } from './config.ts';
import type { Database, DatabaseAddress } from './db/database.ts';
import type { Currencies } from './ledger/currencies.ts';
import type { LedgerHealth } from './ledger/ledger-watch.ts';
import type { Log } from './log.ts';
import { Audience } from './market/audience.ts';
import { SPOT_MARKETS } from './market/catalogue.ts';
import { DealMarkets } from './market/deals/deal-markets.ts';
import { HouseDealRemoval } from './market/deals/house-deal-removal.ts';
import { DepthBoard } from './market/depth-board.ts';
import { HouseTrading } from './market/maker/house-trading.ts';
import { NO_REFERENCE } from './market/reference/no-reference.ts';
import { SimulatedReference } from './market/reference/simulated-reference.ts';
import { SimulatedForex } from './market/simulation/simulated-forex.ts';
import { createSimulatedPairs } from './market/simulation/simulated-pairs.ts';
import { startOrderConformance } from './spot/order-conformance.ts';
import { createOrderRecordRepo } from './spot/order-record.repo.ts';
import { openSpotExchange } from './spot/spot-exchange.ts';
import type { TradingEnd } from './spot/spot-exchange.ts';
import type { SpotExchange } from './spot/spot-exchange.types.ts';
import { syncSpotMarkets } from './spot/spot-markets.ts';
import { SpotWire } from './spot/spot-wire.ts';

export interface Trading {
  readonly exchange: SpotExchange;
  readonly wire: SpotWire;
  readonly depthBoard: DepthBoard;
  readonly market: DealMarkets;
  /** Told of everybody who looks at prices. */
  readonly audience: Audience;
}

export interface TradingParts {
  readonly config: Pick<Config, 'marketMaker' | 'nodeEnv'>;
  readonly currencies: Currencies;
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the books, known before anything is traded. */
  readonly health: LedgerHealth;
  readonly opened: ClosingStack;
  /** The process must end: see `SpotExchangeOptions`. */
  onFatal(end: TradingEnd): void;
}

/** Names the course of simulated prices: every installation shows the same ones. */
const SIMULATION_SEED = 'meridian';

/** Opens it and begins to publish; what must be closed is added to `opened`. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const { config, currencies, database, clock, health, log, opened } = parts;
  const markets = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const pairs = createSimulatedPairs({ seed: SIMULATION_SEED, clock });
  // Anybody can compute the simulation ahead: it must not decide what real money is dealt at.
  const reference =
    config.nodeEnv === 'production' ? NO_REFERENCE : new SimulatedReference(pairs.spot, clock);
  const exchange = await openSpotExchange({ ...parts, markets, reference });
  opened.add('spot trading', () => exchange.close());
  const records = createOrderRecordRepo(database);
  const conformance = await startOrderConformance({ exchange, records, log });
  opened.add('check of orders', () => conformance.stop());
  const depthBoard = new DepthBoard(exchange);
  opened.add('order books', () => depthBoard.close());
  const forex = new SimulatedForex(pairs.forex, clock);
  const market = await DealMarkets.open({ exchange, reference, forex, database, clock, log });
  market.start();
  opened.add('market', () => market.close());
  const removal = new HouseDealRemoval({ database, clock, log });
  removal.start();
  opened.add('removal of deals of the house', () => removal.stop());
  const audience = new Audience();
  if (config.marketMaker) {
    const house = new HouseTrading({
      exchange,
      board: depthBoard,
      reference,
      audience,
      health,
      clock,
      log,
      specs: SPOT_MARKETS,
      seed: SIMULATION_SEED,
    });
    await house.start();
    opened.add('house trading', () => house.stop());
  }
  return {
    exchange,
    wire: new SpotWire(exchange.markets, currencies),
    depthBoard,
    market,
    audience,
  };
}
