/** Staking positions as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { STAKING_POSITION_EVENTS, STAKING_POSITION_ROLES } from './staking-position.events.ts';
import { stakingPositionMachine } from './staking-position.machine.ts';

export const stakingPositionKind = defineKind(
  'staking-position',
  stakingPositionMachine,
)({
  bookkeeping: ['recordRefusal'],
  roles: STAKING_POSITION_ROLES,
  events: STAKING_POSITION_EVENTS,
  probes: ({ cycleDays }) => ({
    'principal.paid': [{ type: 'principal.paid' }],
    'principal.refused': [{ type: 'principal.refused', refusal: 'insufficient_balance' }],
    'cycle.completed': [
      { type: 'cycle.completed', paidDays: cycleDays },
      { type: 'cycle.completed', paidDays: cycleDays - 1 },
    ],
  }),
  person: () => NOBODY_ID,
});
