/** Composes contract trading: its writer, and the prices of its instruments. */
import { ensure } from '../../contract/assert.ts';
import { coverOfLiens, openAccountAudit, openLeverExchange } from '../areas/lever/lever.area.ts';
import type { LeverExchange, LeverMarketRules, LeverPrices } from '../areas/lever/lever.area.ts';
import type { LeverInstruments } from '../areas/operator/operator.area.ts';
import { pairName } from '../areas/market/market.area.ts';
import type { Marks } from '../areas/market/market.area.ts';
import type { SpotMarketRules } from '../areas/spot/spot.area.ts';
import type { Currencies } from '../ledger/currencies.ts';
import type { Foundation } from './foundation.ts';

export interface ContractTradingParts extends Foundation {
  readonly marks: Marks;
  /** Spot markets by id. */
  readonly markets: ReadonlyMap<number, SpotMarketRules>;
}

/** The currency in which all contracts are settled. */
const SETTLEMENT = 'USDT';
/** Letters of a currency in the symbol of a forex pair. */
const CODE_LENGTH = 3;

/** Opens contract trading; adds everything that must be closed to `opened`. */
export async function openContractTrading(parts: ContractTradingParts) {
  const { config, currencies, opened } = parts;
  const currency = ensure(currencies.byCode(SETTLEMENT), SETTLEMENT);
  const { id: currencyId } = currency;
  const lever = await openLeverExchange({
    ...parts,
    currencyId,
    prices: pricesOf(parts),
    refusesLossyDatabase: config.nodeEnv === 'production',
  });
  opened.add('contract trading', () => lever.end());
  const audit = await openAccountAudit({ ...parts, exchange: lever, currencyId });
  opened.add('check of contract accounts', () => audit.stop());
  return {
    lever,
    contracts: contractFundsOf(lever, currencyId),
    contractDesk: {
      commands: lever,
      view: lever,
      clock: parts.clock,
      instruments: instrumentsOf(parts),
      settlement: { code: currency.code, scale: currency.scale },
    },
  };
}

/** What the wallet asks of contract accounts. */
const contractFundsOf = (lever: Pick<LeverExchange, 'loadAccount'>, currencyId: number) => ({
  currencyId,
  coverOf: async (userId: number) => coverOfLiens(await lever.loadAccount(userId)),
  usableOf: async (userId: number) => (await lever.loadAccount(userId)).transferable,
});

/** What operators see of the instruments of contract markets. */
const instrumentsOf = ({
  marks,
  markets,
  currencies,
}: Pick<ContractTradingParts, 'marks' | 'markets' | 'currencies'>): LeverInstruments => ({
  name: (rules) => nameOf(rules, markets, currencies),
  sources(rules) {
    const name = nameOf(rules, markets, currencies);
    return marks.pairs.some((pair) => pair.name === name) ? marks.sources(name) : [];
  },
});

function pricesOf({
  marks,
  markets,
  currencies,
}: Pick<ContractTradingParts, 'marks' | 'markets' | 'currencies'>): LeverPrices {
  const pairs = new Map(marks.pairs.map((pair) => [pair.name, pair]));
  /** Returns the pair of the market's instrument, if it has ticks of the same size. */
  const pairOf = (rules: LeverMarketRules) => {
    const pair = pairs.get(nameOf(rules, markets, currencies));
    return pair?.priceScale === rules.priceScale ? pair : undefined;
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
    name: (rules) => nameOf(rules, markets, currencies),
  };
}

/** Returns the name of the pair of the market's instrument; an unknown one has no pair. */
function nameOf(
  { spotMarketId, forexSymbol }: LeverMarketRules,
  markets: ReadonlyMap<number, SpotMarketRules>,
  currencies: Pick<Currencies, 'byId'>,
): string {
  if (forexSymbol !== null)
    return pairName(forexSymbol.slice(0, CODE_LENGTH), forexSymbol.slice(CODE_LENGTH));
  const market = spotMarketId === null ? undefined : markets.get(spotMarketId);
  if (market === undefined) return '';
  const codeOf = (id: number): string => currencies.byId(id)?.code ?? '';
  return pairName(codeOf(market.baseCurrencyId), codeOf(market.quoteCurrencyId));
}
