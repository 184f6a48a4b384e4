/**
 * Three sources with simulated prices, seeded and slightly apart, for demos and tests. The first is the
 * simulation itself, which is also the reference of candles; one is never below it, one never above.
 */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import { namedStream, uniform } from '../simulation/noise.ts';
import type { SimulatedPairs } from '../simulation/simulated-pairs.ts';
import type { SimulatedRecord } from '../simulation/simulated-record.ts';
import { FIAT_PRICE_SCALE, fiatPairName, pairName, type FiatCode } from './price-pairs.ts';
import type { PricePair, PriceSource, PriceTick } from './price-source.ts';

/** The simulated price of one USDT, which does not move. */
const PER_USDT: Readonly<Record<FiatCode, number>> = {
  CNY: 7.1845,
  USD: 1,
  EUR: 0.9206,
  JPY: 151.6,
  KRW: 1_385.5,
  THB: 34.25,
  VND: 25_380,
  HKD: 7.782,
  GBP: 0.7743,
};

/**
 * The largest distance of a source from the first one, as a part of the price. The outer two are less than 300 ppm apart,
 * within which a fast contract finds its opening price.
 */
const SPREAD = 0.00014;
/** The same for forex pairs, whose sources are closer: contracts on them cost less. */
const FOREX_SPREAD = 0.00002;
/** The distance of a source changes at this interval. */
const SPREAD_MS = 5_000;

interface SimulatedSourceOptions {
  readonly pairs: SimulatedPairs;
  readonly clock: Clock;
  readonly seed: string;
}

export function createSimulatedSources(options: SimulatedSourceOptions): readonly PriceSource[] {
  const priceOf = priceReader(options);
  const { seed } = options;
  return [
    new SimulatedSource('simulated-1', 0, priceOf, seed),
    new SimulatedSource('simulated-2', 1, priceOf, seed),
    new SimulatedSource('simulated-3', -1, priceOf, seed),
  ];
}

type ReadPrice = (name: string) => PriceTick | null;

class SimulatedSource implements PriceSource {
  readonly id: string;
  readonly #side: -1 | 0 | 1;
  readonly #priceOf: ReadPrice;
  readonly #stream: number;
  /** By name of the pair. */
  readonly #streams = new Map<string, number>();

  constructor(id: string, side: -1 | 0 | 1, priceOf: ReadPrice, seed: string) {
    this.id = id;
    this.#side = side;
    this.#priceOf = priceOf;
    this.#stream = namedStream(namedStream(0, seed), id);
  }

  price({ name, hours }: PricePair): PriceTick | null {
    const tick = this.#priceOf(name);
    if (tick === null || this.#side === 0) return tick;
    const spread = hours === 'forex' ? FOREX_SPREAD : SPREAD;
    const part = spread * uniform(this.#streamOf(name), Math.floor(tick.atMs / SPREAD_MS));
    const ticks = tick.ticks + this.#side * Math.round(tick.ticks * part);
    return { ticks, atMs: tick.atMs };
  }

  start(): void {}

  async stop(): Promise<void> {}

  #streamOf(name: string): number {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const stream = namedStream(this.#stream, name);
    this.#streams.set(name, stream);
    return stream;
  }
}

/** Returns a reader that computes the price of a pair at a time once for all sources. */
function priceReader({ pairs, clock }: SimulatedSourceOptions): ReadPrice {
  const records = new Map<string, SimulatedRecord>();
  for (const market of pairs.spot.values())
    records.set(pairName(market.spec.base.code, market.spec.quote.code), market);
  for (const pair of pairs.forex.values())
    records.set(pairName(pair.spec.baseCode, pair.spec.quoteCode), pair);
  const fiat = new Map(
    Object.entries(PER_USDT).map(([code, price]) => [
      fiatPairName(code),
      Math.round(price * 10 ** FIAT_PRICE_SCALE),
    ]),
  );
  const known = new Map<string, PriceTick>();
  return (name) => {
    const now: EpochMs = clock.now();
    const fixed = fiat.get(name);
    if (fixed !== undefined) return { ticks: fixed, atMs: now };
    const last = known.get(name);
    if (last?.atMs === now) return last;
    const record = records.get(name);
    if (record === undefined) return null;
    const atMs = record.timeline.lastOpenTime(now);
    const tick = { ticks: record.priceTicksAt(now), atMs };
    known.set(name, tick);
    return tick;
  };
}
