/** Checks of the form with the limits that users set for their own fast contracts. */
import type { SubmissionRules } from '../core/submission.machine.ts';
import { stakeOf } from './micro-ticket.rules.ts';

export type MicroLimitsFields = {
  /** Amount that may be lost in a day; blank for no limit. */
  readonly dailyLoss: string;
  /** The limit that the form began with: an unchanged one is not sent. */
  readonly dailyLossBefore: string;
  /** Hours of the break that begins now; blank for none. */
  readonly breakHours: string;
};

export const MICRO_LIMITS_RULES: SubmissionRules<MicroLimitsFields, null> = {
  empty: { dailyLoss: '', dailyLossBefore: '', breakHours: '' },
  problems: ({ dailyLoss }) =>
    dailyLoss === '' || stakeOf(dailyLoss) !== null
      ? []
      : [{ field: 'dailyLoss', error: 'invalid_request' }],
  refusals: { stake_out_of_bounds: 'dailyLoss' },
  secrets: [],
};
