/** Withdrawals as a kind of record. */
import { defineKind, NOBODY_ID } from '../record-kind.ts';
import { WITHDRAWAL_EVENTS, WITHDRAWAL_ROLES } from './withdrawal.events.ts';
import { withdrawalMachine } from './withdrawal.machine.ts';

export const withdrawalKind = defineKind(
  'withdrawal',
  withdrawalMachine,
)({
  bookkeeping: [
    'recordRefusal',
    'recordHash',
    'recordConfirmations',
    'clearConfirmations',
    'recordOperator',
    'recordRejection',
    'recordUnsent',
    'countRevision',
  ],
  roles: WITHDRAWAL_ROLES,
  events: WITHDRAWAL_EVENTS,
  probes: (context) => ({
    'funds.held': [{ type: 'funds.held' }],
    'funds.refused': [{ type: 'funds.refused', refusal: 'insufficient_balance' }],
    'withdrawal.cancel': [{ type: 'withdrawal.cancel' }],
    'withdrawal.approve': [{ type: 'withdrawal.approve' }],
    'withdrawal.reject': [{ type: 'withdrawal.reject', reason: 'other', text: null }],
    'withdrawal.release': [{ type: 'withdrawal.release', feeMaxFactor: 1 }],
    'transaction.signed': [{ type: 'transaction.signed', hash: '' }],
    'transaction.accepted': [{ type: 'transaction.accepted' }],
    'transaction.replaced': [{ type: 'transaction.replaced', hash: '' }],
    'transaction.confirmed': [
      { type: 'transaction.confirmed', confirmations: 1 },
      { type: 'transaction.confirmed', confirmations: context.requiredConfirmations },
    ],
    'transaction.dropped': [{ type: 'transaction.dropped' }],
    'transaction.failed': [{ type: 'transaction.failed' }],
    'transaction.doubted': [{ type: 'transaction.doubted' }],
    'withdrawal.confirmSent': [{ type: 'withdrawal.confirmSent', hash: '' }],
    'withdrawal.declareUnsent': [{ type: 'withdrawal.declareUnsent', text: null }],
    'withdrawal.rebroadcast': [{ type: 'withdrawal.rebroadcast' }],
  }),
  person: ({ ownerId }, role) => (role === 'person' ? ownerId : NOBODY_ID),
});
