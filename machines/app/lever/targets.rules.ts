/** Checks of take-profit and stop-loss, in the ticket and in the form that changes them. */
import type { LeverDirection } from '../../../contract/figures/lever-order.ts';
import { canonicalDecimal } from '../core/typed-decimals.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import { ticksOf, type PriceMarket } from './lever-prices.ts';

export type TargetField = 'takeProfit' | 'stopLoss';

/** Prices that the targets are compared with, in ticks; null while unknown. */
export interface TargetLimits {
  readonly direction: LeverDirection;
  /** A long's take-profit must be above it. */
  readonly takeProfitFrom: number | null;
  /** A long's stop-loss must be below it. */
  readonly stopLossFrom: number | null;
  /** The targets that the order has. */
  readonly present: Readonly<Record<TargetField, number | null>>;
}

/** The present targets of an order that is not placed yet. */
export const NO_TARGETS: TargetLimits['present'] = { takeProfit: null, stopLoss: null };

const WRONG_SIDE = {
  takeProfit: 'take_profit_wrong_side',
  stopLoss: 'stop_loss_wrong_side',
} as const;

/** Returns the problem of a typed target; null for none, and for a blank one, which clears the target. */
export function targetProblem(
  field: TargetField,
  typed: string,
  market: Pick<PriceMarket, 'price_scale'>,
  limits: TargetLimits,
): ProblemName | null {
  if (typed === '') return null;
  const price = canonicalDecimal(typed);
  if (price === null || price === '0') return 'invalid_request';
  const ticks = ticksOf(market, price);
  if (ticks === null) return 'price_not_on_tick';
  if (isAlwaysAllowed(field, ticks, limits)) return null;
  const from = field === 'takeProfit' ? limits.takeProfitFrom : limits.stopLossFrom;
  if (from === null || ticks === from) return from === null ? null : WRONG_SIDE[field];
  const isAbove = ticks > from;
  const mustBeAbove = (limits.direction === 'long') === (field === 'takeProfit');
  return isAbove === mustBeAbove ? null : WRONG_SIDE[field];
}

/** Whether the target stays, or is a stop-loss that goes away from the mark. */
function isAlwaysAllowed(field: TargetField, ticks: number, limits: TargetLimits): boolean {
  const present = limits.present[field];
  if (present === null || ticks === present) return ticks === present;
  return field === 'stopLoss' && ticks < present === (limits.direction === 'long');
}

/** The mark of a market and the price of it that stops the account out, in ticks; null for no such price. */
export interface StopOutPrice {
  readonly direction: LeverDirection;
  readonly markTicks: number;
  readonly stopOutTicks: number | null;
}

/**
 * Returns the stop-out price if the mark passes it before a typed stop-loss, in ticks; otherwise null. At one and the same
 * price the stop-loss comes first (RULES "Contracts").
 */
export function stopOutBefore(
  stopLoss: string,
  market: Pick<PriceMarket, 'price_scale'>,
  { direction, markTicks, stopOutTicks }: StopOutPrice,
): number | null {
  const ticks = ticksOf(market, canonicalDecimal(stopLoss) ?? '');
  if (ticks === null || stopOutTicks === null) return null;
  // The stop-out price of a hedged account can lie on the other side of the mark.
  const isBefore =
    direction === 'long'
      ? ticks < stopOutTicks && stopOutTicks <= markTicks
      : ticks > stopOutTicks && stopOutTicks >= markTicks;
  return isBefore ? stopOutTicks : null;
}

export type TargetsFields = {
  readonly id: string;
  /** The revision that the user saw. */
  readonly revision: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
};

export interface TargetsFacts {
  readonly market: Pick<PriceMarket, 'price_scale'>;
  readonly limits: TargetLimits;
}

const TARGETS = ['takeProfit', 'stopLoss'] as const satisfies readonly TargetField[];

export const TARGETS_RULES: SubmissionRules<TargetsFields, TargetsFacts> = {
  empty: { id: '', revision: '', takeProfit: '', stopLoss: '' },
  problems: (fields, { market, limits }) =>
    TARGETS.flatMap((field): Problem<TargetField>[] => {
      const error = targetProblem(field, fields[field], market, limits);
      return error === null ? [] : [{ field, error }];
    }),
  refusals: { take_profit_wrong_side: 'takeProfit', stop_loss_wrong_side: 'stopLoss' },
  secrets: [],
};
