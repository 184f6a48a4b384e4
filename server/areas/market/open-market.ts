/** Composition of the market: the needs of spot trading before it opens, and the data derived from its commits. */
import type { Clock } from '../../../contract/time.ts';
import type { Config } from '../../kit/config/config.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { ClosingStack } from '../../kit/process/closing-stack.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { ReferencePrices, SpotExchange, SpotMarketRow } from '../spot/spot.area.ts';
import { Audience } from './audience.ts';
import { bandsOf } from './band-prices.ts';
import { SPOT_MARKETS } from './catalog.ts';
import { DealMarkets } from './deals/deal-markets.ts';
import { HouseDealRemoval } from './deals/house-deal-removal.ts';
import { DepthBoard } from './depth-board.ts';
import type { MakerAccount } from './maker/house-parts.ts';
import { HouseTrading } from './maker/house-trading.ts';
import type { ReferenceMarkets } from './reference/reference-markets.ts';
import { SimulatedReference } from './reference/simulated-reference.ts';
import { SimulatedForex } from './simulation/simulated-forex.ts';
import { createSimulatedPairs } from './simulation/simulated-pairs.ts';
import { openPrices, type OpenedPrices } from './sources/open-prices.ts';
import { addedSpecs, storedMarketOf, syncSpotMarkets, withStoredScales } from './spot-markets.ts';

export interface MarketParts {
  readonly config: Pick<
    Config,
    'marketMaker' | 'nodeEnv' | 'priceSources' | 'priceSourceUrls' | 'control'
  >;
  readonly currencies: Currencies;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly maker: MakerAccount;
  /** Health of the ledger, known before anything is traded. */
  readonly health: LedgerHealth;
  readonly opened: ClosingStack;
}

export interface OpenedMarket extends OpenedPrices {
  /** Middles of price bands. */
  readonly bands: ReferencePrices;
  readonly depthBoard: DepthBoard;
  readonly market: DealMarkets;
  /** Notified of every connection that reads prices. */
  readonly audience: Audience;
  /** Opens the market that an operator has added, for calls and sockets of the running server. */
  openAdded(row: SpotMarketRow): void;
}

/** Seed of the simulated prices, so that every installation shows the same ones. */
const SIMULATION_SEED = 'meridian';

/**
 * Prepares the stored markets and their prices, both of which spot trading needs to open.
 * @returns both, and `open`, which must be called with the exchange. It starts to publish, and adds
 *   everything that must be closed to `opened`.
 */
export async function prepareMarket(parts: MarketParts) {
  const { config, currencies, database, clock } = parts;
  const markets = await syncSpotMarkets(database, SPOT_MARKETS, currencies);
  const specs = withStoredScales(SPOT_MARKETS, markets);
  const added = new Map(markets.map(({ id, openingTicks }) => [id, openingTicks]));
  const pairs = createSimulatedPairs({ seed: SIMULATION_SEED, clock, markets: specs });
  const forex = new SimulatedForex(pairs.forex, clock);
  const prices = openPrices({ ...parts, specs, markets, pairs, seed: SIMULATION_SEED });
  const live: ReferencePrices = { priceTicks: prices.liveTicks };
  let dealMarkets: DealMarkets | undefined;
  const trades = () => dealMarkets?.spotMarkets;
  const bands = bandsOf({ meanTicks: prices.meanTicks, openingTicks: added, trades });
  const isSimulated = config.priceSources.includes('simulated');
  const reference: ReferenceMarkets = isSimulated
    ? new SimulatedReference(pairs.spot, clock)
    : { ...live, history: () => null };

  async function open(spot: SpotExchange): Promise<OpenedMarket> {
    const { health, log, jobs, opened } = parts;
    const depthBoard = new DepthBoard(spot);
    opened.add('order books', () => depthBoard.close());
    prices.followBooks(depthBoard);
    const shown = [...specs, ...addedSpecs(markets, currencies)];
    const source = { view: spot, specs: shown, reference, forex };
    const market = await DealMarkets.open({ ...source, database, clock, jobs });
    dealMarkets = market;
    market.start();
    opened.add('market', () => market.close());
    const removal = new HouseDealRemoval({ database, clock, jobs });
    removal.start();
    opened.add('removal of old trades of the exchange', () => removal.stop());
    const audience = new Audience();
    if (config.marketMaker) {
      const house = new HouseTrading(
        {
          maker: parts.maker,
          commands: spot,
          view: spot,
          board: depthBoard,
          reference: live,
          audience,
          health,
          clock,
          log,
          // An operator may have added a pair before it came to the catalog.
          specs: specs.filter(({ id }) => spot.markets.has(id)),
          seed: SIMULATION_SEED,
        },
        jobs,
        isSimulated,
      );
      await house.start();
      opened.add('house trading', () => house.stop());
    }
    const openAdded = (row: SpotMarketRow): void => {
      const rules = storedMarketOf(row, currencies);
      // A row that no server can show changes nothing.
      const addedNow = addedSpecs([rules], currencies);
      added.set(row.id, row.openingTicks);
      spot.addMarket(rules);
      depthBoard.add(row.id, rules);
      for (const spec of addedNow) market.add(spec);
    };
    const { marks, priceControl } = prices;
    return { depthBoard, market, audience, bands, marks, priceControl, openAdded };
  }

  return { markets, bands, open };
}
