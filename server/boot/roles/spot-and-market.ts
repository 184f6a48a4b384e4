/** Composes spot trading and the market of one server: each needs a part of the other. */
import type { DatabaseAddress } from '../../kit/db/database.ts';
import {
  prepareMarket,
  type MarketParts,
  type OpenedMarket,
} from '../../areas/market/market.area.ts';
import {
  createOrderRecordRepo,
  openSpotExchange,
  SpotWire,
  startOrderConformance,
  type SpotExchange,
  type TradingEnd,
} from '../../areas/spot/spot.area.ts';

interface Trading extends OpenedMarket {
  readonly spot: SpotExchange;
  readonly wire: SpotWire;
}

interface TradingParts extends MarketParts {
  readonly address: DatabaseAddress;
  /** Reports that the process must end, see `SpotExchangeOptions`. */
  onFatal(end: TradingEnd): void;
}

/** Opens spot trading and the market, and starts to publish; adds everything that must be closed to `opened`. */
export async function openTrading(parts: TradingParts): Promise<Trading> {
  const { config, currencies, database, log, jobs, opened } = parts;
  const { markets, bands, open } = await prepareMarket(parts);
  const refusesLossyDatabase = config.nodeEnv === 'production';
  const spot = await openSpotExchange({
    ...parts,
    markets,
    reference: bands,
    refusesLossyDatabase,
  });
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
  return { ...(await open(spot)), spot, wire: new SpotWire(spot.markets, currencies) };
}
