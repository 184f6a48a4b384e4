/** Composition of prices: the sources of the settings, and the marks that follow from them. */
import type { Clock } from '../../../../contract/time.ts';
import type { Config } from '../../../kit/config/config.ts';
import type { Jobs } from '../../../kit/jobs/jobs.ts';
import type { Log } from '../../../kit/log.ts';
import type { ClosingStack } from '../../../kit/process/closing-stack.ts';
import { FOREX_PAIRS } from '../catalog.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { SpotMarketRules } from '../../spot/spot.area.ts';
import type { DepthBoard } from '../depth-board.ts';
import type { SpotMarketSpec } from '../market-source.ts';
import type { SimulatedPairs } from '../simulation/simulated-pairs.ts';
import { bookMid } from './book-mid.ts';
import { ControlledSources, type PriceControl } from './controlled-sources.ts';
import { createSources } from './create-sources.ts';
import { Marks } from './marks.ts';
import { listPricePairs, pairName } from './price-pairs.ts';
import type { PricePair } from './price-source.ts';
import { readTicks } from './read-ticks.ts';
import { createSimulatedSources } from './simulated-sources.ts';

interface PricesParts {
  readonly config: Pick<Config, 'priceSources' | 'priceSourceUrls' | 'control'>;
  /** Spot markets of the catalog with their stored scales. */
  readonly specs: readonly SpotMarketSpec[];
  /** All stored markets; one that has left the catalog has the price of its pair. */
  readonly markets: readonly SpotMarketRules[];
  readonly currencies: Currencies;
  readonly pairs: SimulatedPairs;
  readonly seed: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly opened: ClosingStack;
}

export interface OpenedPrices {
  readonly marks: Marks;
  /** Undefined outside of tests. */
  readonly priceControl: PriceControl | undefined;
}

/** Starts the sources and evaluates the first marks, which bands need before any order. */
export function openPrices(parts: PricesParts) {
  const { config, specs, clock, log, jobs, opened } = parts;
  const simulated = () => createSimulatedSources(parts);
  const sources = createSources(config.priceSources, simulated, {
    clock,
    log,
    chance: Math.random,
    urls: config.priceSourceUrls,
  });
  const controlled = config.control && new ControlledSources(sources, clock);
  const pairs = listPricePairs(specs, FOREX_PAIRS);
  const marks = new Marks({ pairs, sources: controlled?.sources ?? sources, clock });
  marks.start(jobs);
  opened.add('price sources', () => marks.stop());
  if (sources.length === 0)
    log.warn('PRICE_SOURCES is not set: without prices no market takes orders');
  const names = namesOf(parts, pairs);
  const ids = new Map(specs.map(({ id, base, quote }) => [pairName(base.code, quote.code), id]));
  const priceControl: PriceControl | undefined = controlled && {
    marks,
    sources: controlled,
    readPrice: (name, text) => {
      const pair = pairs.find((each) => each.name === name);
      return pair === undefined ? null : readTicks(text, pair.priceScale);
    },
  };
  return {
    marks,
    priceControl,
    /** The last live mark of a market, in ticks; null while there is none, or the market is unknown. */
    liveTicks: (marketId: number) => marks.liveTicks(names.get(marketId) ?? ''),
    /** The slow mean of the marks of a market; null as above. */
    meanTicks: (marketId: number) => marks.meanTicks(names.get(marketId) ?? ''),
    /** Gives the own order books their vote. */
    followBooks(board: Pick<DepthBoard, 'bestPriceTicks'>): void {
      marks.followBook((name) => {
        const marketId = ids.get(name);
        return marketId === undefined ? null : bookMid(board, marketId, clock);
      });
    },
  };
}

/** Returns names of pairs by market id; none for a market whose tick is not that of its pair. */
function namesOf(
  { markets, currencies }: Pick<PricesParts, 'markets' | 'currencies'>,
  pairs: readonly PricePair[],
): ReadonlyMap<number, string> {
  const codeOf = (id: number) => currencies.byId(id)?.code ?? '';
  const named = markets.map(({ id, baseCurrencyId, quoteCurrencyId, priceScale }) => {
    const name = pairName(codeOf(baseCurrencyId), codeOf(quoteCurrencyId));
    return { id, name, priceScale };
  });
  const isPriced = ({ name, priceScale }: (typeof named)[number]): boolean =>
    pairs.some((pair) => pair.name === name && pair.priceScale === priceScale);
  return new Map(named.filter(isPriced).map(({ id, name }) => [id, name]));
}
