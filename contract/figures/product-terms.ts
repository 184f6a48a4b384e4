/** The bounds of the terms that operators set for fast contracts and savings, for the server and the forms. */
import { descendingFields } from './ascending.ts';

/** Terms of a fast contract as text, under the names of a request. */
export const MICRO_TERM_NAMES = [
  'profit_ppm',
  'loss_ppm',
  'stake_min',
  'stake_max',
  'owner_limit',
  'side_limit',
  'skew_limit',
] as const;
export type MicroTermName = (typeof MICRO_TERM_NAMES)[number];

/** Terms of a savings product as text, under the names of a request. */
export const STAKING_TERM_NAMES = [
  'daily_ppb',
  'amount_min',
  'amount_max',
  'user_max',
  'quota',
] as const;
export type StakingTermName = (typeof STAKING_TERM_NAMES)[number];

/**
 * Returns the terms that do not go with the others. A profit above the loss would let users win on average.
 */
export function wrongMicroTerms(
  terms: Readonly<Record<MicroTermName, string>>,
): readonly MicroTermName[] {
  const [profit, loss] = [Number(terms.profit_ppm), Number(terms.loss_ppm)];
  const rates: readonly MicroTermName[] = profit > loss ? ['profit_ppm'] : [];
  return [
    ...rates,
    ...descendingFields(terms, ['stake_min', 'stake_max', 'owner_limit']),
    ...descendingFields(terms, ['skew_limit', 'side_limit']),
  ];
}

/** Returns the terms that do not go with the others. */
export const wrongStakingTerms = (
  terms: Readonly<Record<StakingTermName, string>>,
): readonly StakingTermName[] =>
  descendingFields(terms, ['amount_min', 'amount_max', 'user_max', 'quota']);
