/** Deposits as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { DEPOSIT_EVENTS, DEPOSIT_ROLES } from './deposit.events.ts';
import { depositMachine } from './deposit.machine.ts';

export const depositKind = defineKind(
  'deposit',
  depositMachine,
)({
  bookkeeping: ['recordConfirmations', 'clearConfirmations', 'countCredit', 'countRevision'],
  roles: DEPOSIT_ROLES,
  events: DEPOSIT_EVENTS,
  probes: (context) => ({
    'output.confirmed': [1, context.creditConfirmations, context.unlockConfirmations].map(
      (confirmations) => ({
        type: 'output.confirmed',
        blockNumber: context.blockNumber ?? 1,
        confirmations,
      }),
    ),
    'output.vanished': [{ type: 'output.vanished' }],
  }),
  person: ({ ownerId }, role) => (role === 'person' ? ownerId : NOBODY_ID),
});
