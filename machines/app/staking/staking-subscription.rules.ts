/** Checks of the form that subscribes to a savings product. */
import {
  cycleEndOf,
  dailyDividendOf,
  firstDayOf,
  paidAtOf,
  promisedOf,
} from '../../../contract/figures/staking.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type StakingFields = {
  readonly amount: string;
  /** The daily rate for which the user has ticked that the amount stays until the end of the term. */
  readonly consentPpb: string;
};

export interface StakingFacts {
  readonly product: Pick<
    StakingProduct,
    'daily_ppb' | 'amount_min' | 'amount_max' | 'quota_left' | 'scale'
  >;
  /** Available amount of the spot account; null while unknown. */
  readonly available: string | null;
}

export const STAKING_RULES: SubmissionRules<StakingFields, StakingFacts> = {
  empty: { amount: '', consentPpb: '' },
  problems({ amount, consentPpb }, facts) {
    const problems: Problem<keyof StakingFields>[] = [];
    const fault = amountProblem(amount, facts);
    if (fault !== null) problems.push({ field: 'amount', error: fault });
    if (!isConsent(consentPpb, facts.product))
      problems.push({ field: 'consentPpb', error: 'invalid_request' });
    return problems;
  },
  refusals: {
    amount_scale_exceeded: 'amount',
    staking_amount_out_of_bounds: 'amount',
    staking_limit_reached: 'amount',
    staking_product_sold_out: 'amount',
    balance_locked: 'amount',
    insufficient_balance: 'amount',
  },
  secrets: [],
};

/** Returns whether the user agreed to the present rate: a new one needs a new tick. */
export const isConsent = (
  consentPpb: string,
  { daily_ppb: ppb }: Pick<StakingProduct, 'daily_ppb'>,
): boolean => consentPpb === String(ppb);

function amountProblem(typed: string, { product, available }: StakingFacts): ProblemName | null {
  const spelling = spellingProblem(typed, product.scale);
  if (spelling !== null) return spelling;
  const amount = unitsOf(wireAmount(typed));
  if (amount < unitsOf(product.amount_min) || amount > unitsOf(product.amount_max))
    return 'staking_amount_out_of_bounds';
  if (amount > unitsOf(product.quota_left)) return 'staking_product_sold_out';
  return available === null || amount <= unitsOf(available) ? null : 'insufficient_balance';
}

/** The earnings of a typed amount, as the server computes them; null for text that is no amount. */
export interface StakingOutlook {
  readonly daily: string;
  readonly promised: string;
  readonly firstDayAt: EpochMs;
  readonly firstPaidAt: EpochMs;
  readonly endsAt: EpochMs;
}

/** @param now the time of the subscription: its UTC day does not earn yet. */
export function stakingOutlook(
  typed: string,
  product: Pick<StakingProduct, 'daily_ppb' | 'cycle_days' | 'scale'>,
  now: EpochMs,
): StakingOutlook {
  const { daily_ppb: ppb, cycle_days: days, scale } = product;
  const principal = parseUnits(wireAmount(typed), scale) ?? 0n;
  const firstDayAt = firstDayOf(now);
  return {
    daily: formatUnits(dailyDividendOf(principal, ppb), scale),
    promised: formatUnits(promisedOf(principal, ppb, days), scale),
    firstDayAt,
    firstPaidAt: paidAtOf(firstDayAt, 0),
    endsAt: cycleEndOf(firstDayAt, days),
  };
}
