/** The bounds of the terms that an operator sets for a contract market, for the server and the form. */
import { CONTRACT_LIMITS } from '../limits.ts';
import { SPREAD_OF_MARGIN_PPM_MAX } from './lever-order.ts';

/** Terms that go together. */
export interface TermsToCheck {
  readonly lotsMin: number;
  readonly lotsMax: number;
  /** The multiples that an order may have. */
  readonly multiples: readonly number[];
  /** Distance of the entry price from the mark, in millionths of the mark. */
  readonly spreadPpm: number;
  /** Opening fee, in millionths of the notional. */
  readonly feePpm: number;
}

/**
 * Returns the terms that do not go with the others. Spread and fee together have a lower bound: a user who sees
 * prices earlier than the sources would otherwise win from the exchange at no cost.
 */
export function wrongTerms(terms: TermsToCheck): readonly (keyof TermsToCheck)[] {
  const { lotsMin, lotsMax, multiples, spreadPpm, feePpm } = terms;
  const isOffered = (multiple: number, index: number): boolean =>
    multiple <= CONTRACT_LIMITS.lever_multiple_max && multiple > (multiples[index - 1] ?? 0);
  const wrong: (keyof TermsToCheck)[] = [];
  if (lotsMin > lotsMax) wrong.push('lotsMax');
  if (!multiples.every(isOffered)) wrong.push('multiples');
  if (spreadPpm * Math.max(...multiples) > SPREAD_OF_MARGIN_PPM_MAX) wrong.push('spreadPpm');
  if (spreadPpm + feePpm < CONTRACT_LIMITS.lever_cost_ppm_min) wrong.push('feePpm');
  return wrong;
}
