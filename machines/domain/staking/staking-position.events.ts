/** Events of a staking position, and the roles that send them. */
import type { EventTable, Party } from '../party.ts';

/** system: the exchange itself; no user decides a step of a position. */
export const STAKING_POSITION_ROLES = ['system'] as const;
type StakingPositionRole = (typeof STAKING_POSITION_ROLES)[number];
type By = { readonly by: Party<StakingPositionRole> };

/** The spot account did not hold the principal, or its writer could not book at once. */
export type PrincipalRefusal = 'insufficient_balance' | 'service_unavailable';

export type StakingPositionEvent =
  | ({ readonly type: 'principal.paid' } & By)
  | ({ readonly type: 'principal.refused'; readonly refusal: PrincipalRefusal } & By)
  | ({ readonly type: 'cycle.completed'; readonly paidDays: number } & By);

/** The only role that may send each event, in any state. */
export const STAKING_POSITION_EVENTS = {
  'principal.paid': {
    role: 'system',
    description: 'The spot account has paid the principal into the financial account.',
  },
  'principal.refused': {
    role: 'system',
    description: 'The spot account could not pay the principal.',
  },
  'cycle.completed': {
    role: 'system',
    description: 'The cycle has ended, and the dividend of every day is paid.',
  },
} as const satisfies EventTable<StakingPositionEvent['type'], StakingPositionRole>;
