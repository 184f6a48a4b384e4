/** Contracts as the exchange may offer them: on or off, and with which multiples. Pure. */
import type { LeverProfile } from '../../../contract/people/risk-versions.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';

/** The highest multiples that ESMA allows for retail clients. */
const ESMA = { coin: 2, majorForex: 30, otherForex: 20 } as const;
const MAJOR = ['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'];
/** Letters of a currency in the symbol of a forex pair. */
const CODE_LENGTH = 3;

/** Returns the multiples of the market that new orders may have. */
export function offeredMultiples(
  profile: LeverProfile,
  { multiples, forexSymbol }: Pick<LeverMarketRules, 'multiples' | 'forexSymbol'>,
): readonly number[] {
  if (profile !== 'esma') return multiples;
  const most = forexSymbol === null ? ESMA.coin : mostOfPair(forexSymbol);
  return multiples.filter((multiple) => multiple <= most);
}

/** Returns the terms without openings; a halted market stays halted. */
export const closedForOpenings = (rules: LeverMarketRules): LeverMarketRules => ({
  ...rules,
  status: rules.status === 'trading' ? 'close_only' : rules.status,
});

function mostOfPair(symbol: string): number {
  const codes = [symbol.slice(0, CODE_LENGTH), symbol.slice(CODE_LENGTH)];
  return codes.every((code) => MAJOR.includes(code)) ? ESMA.majorForex : ESMA.otherForex;
}
