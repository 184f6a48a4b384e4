/** Instruments of contracts: spot markets and forex pairs that are priced in the settlement currency. */
import type {
  LeverInstrument,
  LeverMarketRules,
  LeverPrices,
} from '../../areas/lever/lever.area.ts';
import { FOREX_PAIRS, pairName } from '../../areas/market/market.area.ts';
import type { Marks } from '../../areas/market/market.area.ts';
import type { LeverInstruments, NamedInstrument } from '../../areas/operator/operator.area.ts';
import type { SpotMarketRules } from '../../areas/spot/spot.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';

/** The currency in which all contracts are settled. */
export const SETTLEMENT = 'USDT';
/** 1 USD counts as 1 USDT; pairs that are priced in another currency have no contracts. */
export const FOREX_QUOTE = 'USD';
/** Letters of a currency in the symbol of a forex pair. */
const CODE_LENGTH = 3;

interface InstrumentParts {
  readonly marks: Marks;
  /** Spot markets by id. */
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
  readonly currencies: Pick<Currencies, 'byId'>;
}
type PricePair = Marks['pairs'][number];
type Instrument = Pick<LeverInstrument, 'spotMarketId' | 'forexSymbol'>;

/** View of operators on the instruments of contract markets, used and free. */
export function instrumentsOf(parts: InstrumentParts): LeverInstruments {
  const { marks } = parts;
  return {
    name: (rules) => nameOf(rules, parts),
    sources(rules) {
      const name = nameOf(rules, parts);
      return marks.pairs.some((pair) => pair.name === name) ? marks.sources(name) : [];
    },
    list: () => listInstruments(parts),
    liveTicks: (name) => marks.outside(name).ticks,
  };
}

/** Returns the instruments that are priced in the settlement currency. */
function listInstruments(parts: InstrumentParts): readonly NamedInstrument[] {
  const quotes = new Map(parts.marks.pairs.map(({ name, quote }) => [name, quote]));
  return pricedInstruments(parts).filter(
    ({ name, forexSymbol }) =>
      quotes.get(name) === (forexSymbol === null ? SETTLEMENT : FOREX_QUOTE),
  );
}

/** Returns the instruments with a pair of sources whose ticks are those of the instrument. */
export function pricedInstruments(parts: InstrumentParts): readonly NamedInstrument[] {
  const { marks, markets } = parts;
  const coins = [...markets.values()].map(({ id, priceScale }) => ({
    spotMarketId: id,
    forexSymbol: null,
    priceScale,
  }));
  const forex = FOREX_PAIRS.map(({ symbol, priceScale }) => ({
    spotMarketId: null,
    forexSymbol: symbol,
    priceScale,
  }));
  const scales = new Map(marks.pairs.map(({ name, priceScale }) => [name, priceScale]));
  return [...coins, ...forex].flatMap((instrument): NamedInstrument[] => {
    const name = nameOf(instrument, parts);
    return scales.get(name) === instrument.priceScale ? [{ ...instrument, name }] : [];
  });
}

/** The prices at which contract markets trade. */
export function pricesOf(parts: InstrumentParts): LeverPrices {
  const { marks } = parts;
  const pairs = new Map(marks.pairs.map((pair) => [pair.name, pair]));
  /** Pairs by contract market, whose instrument never changes. */
  const known = new Map<number, PricePair>();
  /** Returns the pair of the market's instrument, if it has ticks of the same size. */
  const pairOf = (rules: LeverMarketRules): PricePair | undefined => {
    const before = known.get(rules.id);
    if (before !== undefined) return before;
    const pair = pairs.get(nameOf(rules, parts));
    if (pair?.priceScale !== rules.priceScale) return undefined;
    known.set(rules.id, pair);
    return pair;
  };
  return {
    evaluate(rules) {
      const pair = pairOf(rules);
      return pair === undefined ? null : marks.outside(pair.name);
    },
    resume(rules, ticks) {
      const pair = pairOf(rules);
      if (pair !== undefined) marks.resumeOutside(pair.name, ticks);
    },
    name: (rules) => nameOf(rules, parts),
  };
}

/** Returns the name of the pair of an instrument; an unknown one has no pair. */
function nameOf(
  { spotMarketId, forexSymbol }: Instrument,
  { markets, currencies }: InstrumentParts,
): string {
  if (forexSymbol !== null)
    return pairName(forexSymbol.slice(0, CODE_LENGTH), forexSymbol.slice(CODE_LENGTH));
  const market = spotMarketId === null ? undefined : markets.get(spotMarketId);
  if (market === undefined) return '';
  const codeOf = (id: number): string => currencies.byId(id)?.code ?? '';
  return pairName(codeOf(market.baseCurrencyId), codeOf(market.quoteCurrencyId));
}
