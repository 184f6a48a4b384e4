/** Checks of the form that subscribes to an offering, and the figures that it shows. */
import { changedDemand, estimateShare } from '../../../contract/figures/allocation.ts';
import type { IeoSubscription, Offering, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { divide, mulDiv } from '../../../contract/money/rounding.ts';
import { spellingProblem, unitsOf, wireAmount } from '../core/amount.rules.ts';
import type { Problem, ProblemName } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';

export type IeoFields = {
  /** Tokens asked for in all, the present subscription included. */
  readonly quantity: string;
};

type Terms = Pick<
  Offering,
  'step' | 'step_price' | 'token_scale' | 'pay_scale' | 'quantity_min' | 'quantity_max'
>;
/** The present subscription of the user. */
type OwnQuantity = Pick<IeoSubscription, 'quantity'>;

export interface IeoFacts {
  readonly terms: Terms;
  /** Null: the user has none. */
  readonly own: OwnQuantity | null;
  /** Available amount of the payment currency in the spot account; null while unknown. */
  readonly available: string | null;
}

export const IEO_RULES: SubmissionRules<IeoFields, IeoFacts> = {
  empty: { quantity: '' },
  problems({ quantity }, facts) {
    const fault = quantityProblem(quantity, facts);
    const problem: Problem<'quantity'> | null =
      fault === null ? null : { field: 'quantity', error: fault };
    return problem === null ? [] : [problem];
  },
  refusals: {
    amount_scale_exceeded: 'quantity',
    quantity_out_of_bounds: 'quantity',
    offering_limit_reached: 'quantity',
    balance_locked: 'quantity',
    insufficient_balance: 'quantity',
  },
  secrets: [],
};

function quantityProblem(typed: string, { terms, own, available }: IeoFacts): ProblemName | null {
  const spelling = spellingProblem(typed, terms.token_scale);
  if (spelling !== null) return spelling;
  if (boundsFault(typed, terms, own) !== null) return 'quantity_out_of_bounds';
  const due = ieoDue(typed, terms, own);
  return available === null || due === null || unitsOf(due) <= unitsOf(available)
    ? null
    : 'insufficient_balance';
}

/** Reason for which a number is no quantity: below the least, above the most, between two steps, or not a raise. */
export type BoundsFault = 'outside' | 'off' | 'lower';

/** Returns null for a quantity that can be sent, and for text that is no number. */
export function boundsFault(
  typed: string,
  terms: Terms,
  own: OwnQuantity | null,
): BoundsFault | null {
  const quantity = unitsOf(wireAmount(typed));
  if (quantity < unitsOf(terms.quantity_min) || quantity > unitsOf(terms.quantity_max))
    return 'outside';
  if (quantity % unitsOf(terms.step) !== 0n) return 'off';
  return own !== null && quantity <= unitsOf(own.quantity) ? 'lower' : null;
}

/** Returns the payment for the whole quantity; null for text that is no quantity of steps. */
export function ieoTotal(typed: string, terms: Terms): string | null {
  const steps = stepsOf(typed, terms);
  return steps === null ? null : paymentOf(steps, terms);
}

/** Returns the payment beyond that of the present subscription; null as {@link ieoTotal}. */
export function ieoDue(typed: string, terms: Terms, own: OwnQuantity | null): string | null {
  const steps = stepsOf(typed, terms);
  const before = own === null ? 0n : (stepsOf(own.quantity, terms) ?? 0n);
  return steps === null || steps < before ? null : paymentOf(steps - before, terms);
}

interface IeoEstimate {
  /** Tokens, at least. */
  readonly allocated: string;
  /** Payment that would come back. */
  readonly refund: string;
}

/** Returns the outcome of a quantity if subscribing ended now; null for text that is no quantity of steps. */
export function ieoEstimate(
  typed: string,
  offering: Terms & Pick<OfferingDetail, 'demand' | 'offered' | 'cap'>,
  own: OwnQuantity | null,
): IeoEstimate | null {
  const steps = stepsOf(typed, offering);
  if (steps === null || steps === 0n) return null;
  const before = own === null ? 0n : (stepsOf(own.quantity, offering) ?? 0n);
  const demand = offering.demand.map(({ steps: wanted, subscriptions }) => ({
    wanted: BigInt(wanted),
    count: BigInt(subscriptions),
  }));
  const share = estimateShare(steps, changedDemand(demand, before, steps), {
    offered: stepsOf(offering.offered, offering) ?? 0n,
    cap: stepsOf(offering.cap, offering) ?? 0n,
  });
  return {
    allocated: formatUnits(
      share * (parseUnits(offering.step, offering.token_scale) ?? 0n),
      offering.token_scale,
    ),
    refund: paymentOf(steps - share, offering),
  };
}

/** Returns the quantity one step up or down, within the bounds; the least one from an empty field. */
export function steppedQuantity(
  typed: string,
  direction: 1 | -1,
  terms: Terms,
  own: OwnQuantity | null,
): string {
  const scale = terms.token_scale;
  const units = (text: string) => parseUnits(text, scale) ?? 0n;
  const step = units(terms.step);
  const least = own === null ? units(terms.quantity_min) : units(own.quantity) + step;
  const now = units(wireAmount(typed));
  // A quantity between two steps goes to the next one.
  const floor = divide(now, step, 'floor') * step;
  const next = direction === 1 ? floor + step : now === floor ? now - step : floor;
  const most = units(terms.quantity_max);
  const wanted = next < least ? least : next;
  return formatUnits(wanted > most ? most : wanted, scale);
}

/** Returns the tokens asked for as whole percents of those offered, rounded down; above 100 when oversubscribed. */
export const filledPercentOf = ({
  subscribed,
  offered,
}: Pick<Offering, 'subscribed' | 'offered'>): number =>
  Number(mulDiv(unitsOf(subscribed), 100n, unitsOf(offered), 'floor'));

/** Returns whole steps; null for text that is no number of them. */
function stepsOf(text: string, { step, token_scale: scale }: Terms): bigint | null {
  const units = parseUnits(wireAmount(text), scale);
  const size = parseUnits(step, scale);
  if (units === null || size === null || units % size !== 0n) return null;
  return divide(units, size, 'floor');
}

const paymentOf = (steps: bigint, { step_price: price, pay_scale: scale }: Terms): string =>
  formatUnits(steps * (parseUnits(price, scale) ?? 0n), scale);
