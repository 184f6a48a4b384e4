/** Checks and figures of the ticket of fast contracts, as the server makes them. */
import {
  breakEvenBp,
  microPayoutOf,
  microProfitOf,
} from '../../../contract/figures/micro-amount.ts';
import type { MicroProductInfo } from '../../../contract/micro/micro.ts';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { units, type Units } from '../../../contract/money/units.ts';
import type { Problem } from '../core/problem.ts';
import type { SubmissionRules } from '../core/submission.machine.ts';
import { canonicalDecimal } from '../core/typed-decimals.ts';

/** Fields as typed. */
export type MicroTicketFields = {
  readonly productId: string;
  readonly direction: 'up' | 'down';
  readonly stake: string;
  /** The rates on screen, set when the order is sent; the server refuses worse ones. */
  readonly profitPpm: string;
  readonly lossPpm: string;
};

export interface MicroTicketFacts {
  readonly product: MicroProductInfo;
  /** Available stake in units of 10^-18; null while it is unknown. */
  readonly available: bigint | null;
}

/** Returns the stake in units of 10^-18; null for text that is no amount above zero. */
export function stakeOf(text: string): Units | null {
  const stake = parseUnits(canonicalDecimal(text) ?? '', SCALE_MAX);
  return stake === null || stake <= 0n ? null : units(stake);
}

function problemOf(
  { stake: text }: MicroTicketFields,
  { product, available }: MicroTicketFacts,
): Problem<keyof MicroTicketFields>['error'] | null {
  const stake = stakeOf(text);
  if (stake === null) return 'invalid_request';
  const [least, most] = [product.stake_min, product.stake_max].map(
    (bound) => parseUnits(bound, SCALE_MAX) ?? 0n,
  );
  if (stake < (least ?? 0n) || stake > (most ?? 0n)) return 'stake_out_of_bounds';
  return available !== null && stake > available ? 'insufficient_balance' : null;
}

/** Amounts that the user gets back, and the share of wins that is needed in the long run. */
export interface MicroTicketFigures {
  readonly win: Units;
  /** The part of `win` above the stake. */
  readonly profit: Units;
  readonly loss: Units;
  /** Hundredths of a percent. */
  readonly breakEvenBp: number;
}

/** @returns null without a stake. */
export function ticketFigures(
  stakeText: string,
  { profit_ppm: profitPpm, loss_ppm: lossPpm }: MicroProductInfo,
): MicroTicketFigures | null {
  const stake = stakeOf(stakeText);
  const rates = { profitPpm, lossPpm };
  return stake === null
    ? null
    : {
        win: microPayoutOf('won', stake, rates),
        profit: microProfitOf(stake, rates),
        loss: microPayoutOf('lost', stake, rates),
        breakEvenBp: breakEvenBp(rates),
      };
}

export const MICRO_TICKET_RULES: SubmissionRules<MicroTicketFields, MicroTicketFacts> = {
  empty: { productId: '', direction: 'up', stake: '', profitPpm: '', lossPpm: '' },
  problems: (fields, facts) => {
    const error = problemOf(fields, facts);
    return error === null ? [] : [{ field: 'stake', error }];
  },
  refusals: {
    stake_out_of_bounds: 'stake',
    insufficient_balance: 'stake',
  },
  secrets: [],
};
