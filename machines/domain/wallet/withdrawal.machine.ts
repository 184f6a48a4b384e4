/**
 * The lifecycle of a withdrawal. Its transaction has one nonce: every rebroadcast sends the same bytes,
 * and a higher fee is signed for the same nonce, so that it is paid once at most. If it is uncertain
 * whether it was paid, an operator decides.
 */
import { assign, setup } from 'xstate';
import type { RecordState, WithdrawalPhase } from '../../../contract/wallet/wallet.ts';
import type { WithdrawalContext, WithdrawalInput } from './withdrawal.context.ts';
import { WITHDRAWAL_EVENTS, type WithdrawalEvent } from './withdrawal.events.ts';

const isByItsRole = ({ type, by }: WithdrawalEvent): boolean =>
  WITHDRAWAL_EVENTS[type].role === by.role;

/** Returns the confirmations of the event, as far as they count; 0 if it has none. */
function confirmationsOf(context: WithdrawalContext, event: WithdrawalEvent): number {
  if (event.type !== 'transaction.confirmed' || !isByItsRole(event)) return 0;
  return Math.min(event.confirmations, context.requiredConfirmations);
}

/** The hash that the event names; null if it names none. */
const hashOf = (event: WithdrawalEvent): string | null =>
  'hash' in event && event.hash !== undefined ? event.hash : null;

export const withdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    input: {} as WithdrawalInput,
    /** holding: its amount is frozen in the account. final: the withdrawal has ended. */
    tags: '' as 'holding' | 'final',
    /**
     * `state` and `phase` on the wire, the latter also in the database. A withdrawal that is only
     * requested, or whose funds were refused, is never shown.
     */
    meta: {} as {
      readonly state: RecordState | null;
      readonly phase: WithdrawalPhase | 'requested' | 'refused';
    },
  },
  delays: { broadcastTimeout: ({ context }) => context.broadcastTimeoutMs },
  guards: {
    isByItsRole: ({ event }) => isByItsRole(event),
    isByItsOwner: ({ context, event }) => isByItsRole(event) && event.by.userId === context.ownerId,
    approvesItself: ({ context, event }) =>
      isByItsRole(event) && BigInt(context.value) < BigInt(context.autoApproveBelow),
    isDeepEnough: ({ context, event }) =>
      confirmationsOf(context, event) >= context.requiredConfirmations,
    isInBlock: ({ context, event }) => confirmationsOf(context, event) > 0,
    isNew: ({ context, event }) => {
      const counted = confirmationsOf(context, event);
      const isOther = hashOf(event) !== null && hashOf(event) !== context.transactionHash;
      return counted > 0 && (counted !== context.confirmations || isOther);
    },
  },
  actions: {
    /** Ledger recipe `withdrawal.held`: available to frozen. */
    holdFunds: () => {},
    /** Ledger recipe `withdrawal.released`: frozen to available. */
    releaseFunds: () => {},
    /** Ledger recipe `withdrawal.sent`: out of frozen, to custody and fees. */
    bookSent: () => {},
    /** Signs and stores; nothing is sent before the signature is durable. */
    signTransaction: () => {},
    /** Sends the stored bytes. */
    broadcastTransaction: () => {},
    notifyOwner: () => {},
    mailSent: () => {},
    mailRejected: () => {},
    recordRefusal: assign(({ event }) =>
      event.type === 'funds.refused' ? { refusal: event.refusal } : {},
    ),
    recordHash: assign(({ context, event }) => ({
      transactionHash: hashOf(event) ?? context.transactionHash,
    })),
    recordConfirmations: assign(({ context, event }) => ({
      confirmations: confirmationsOf(context, event),
    })),
    clearConfirmations: assign({ confirmations: 0 }),
    recordOperator: assign(({ event }) => ({ operatorId: event.by.userId })),
    recordRejection: assign(({ event }) =>
      event.type === 'withdrawal.reject' ? { reason: event.reason, reasonText: event.text } : {},
    ),
    recordUnsent: assign(({ event }) =>
      event.type === 'withdrawal.declareUnsent'
        ? { reason: 'not_sent' as const, reasonText: event.text }
        : {},
    ),
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
  },
}).createMachine({
  id: 'withdrawal',
  version: '1',
  description: 'The lifecycle of a withdrawal, from the request to paid or returned.',
  context: ({ input }) => ({
    ...input,
    refusal: null,
    transactionHash: null,
    confirmations: 0,
    reason: null,
    reasonText: null,
    operatorId: null,
    revision: 1,
  }),
  initial: 'requested',
  states: {
    requested: {
      description: 'The request passed all checks. The amount is not frozen yet.',
      meta: { state: null, phase: 'requested' },
      entry: 'holdFunds',
      on: {
        'funds.held': [
          {
            description: 'The amount is small enough to need no operator.',
            guard: 'approvesItself',
            target: 'approved',
          },
          {
            description: 'An operator must review the withdrawal.',
            guard: 'isByItsRole',
            target: 'pendingReview',
          },
        ],
        'funds.refused': {
          description: 'The amount could not be frozen.',
          guard: 'isByItsRole',
          target: 'refused',
          actions: 'recordRefusal',
        },
      },
    },
    refused: {
      description: 'The amount could not be frozen, so there is no withdrawal.',
      meta: { state: null, phase: 'refused' },
      type: 'final',
      tags: 'final',
      entry: 'countRevision',
    },
    pendingReview: {
      description: 'The amount is frozen. An operator decides, or the owner cancels.',
      meta: { state: 'pending_review', phase: 'pending_review' },
      tags: 'holding',
      entry: ['countRevision', 'notifyOwner'],
      on: {
        'withdrawal.cancel': {
          description: 'The owner cancels the withdrawal.',
          guard: 'isByItsOwner',
          target: 'cancelled',
        },
        'withdrawal.approve': {
          description: 'The operator approves the withdrawal.',
          guard: 'isByItsRole',
          target: 'approved',
          actions: 'recordOperator',
        },
        'withdrawal.reject': {
          description: 'The operator refuses the withdrawal.',
          guard: 'isByItsRole',
          target: 'rejected',
          actions: ['recordOperator', 'recordRejection'],
        },
      },
    },
    approved: {
      description: 'The withdrawal waits to be signed. Nothing was sent yet.',
      meta: { state: 'approved', phase: 'approved' },
      tags: 'holding',
      entry: ['countRevision', 'signTransaction', 'notifyOwner'],
      on: {
        'transaction.signed': {
          description: 'The transaction is signed and stored.',
          guard: 'isByItsRole',
          target: 'broadcasting',
          actions: 'recordHash',
        },
        'withdrawal.release': {
          description: 'The operator allows a higher network fee, or has the withdrawal retried.',
          guard: 'isByItsRole',
          actions: ['recordOperator', 'countRevision', 'notifyOwner'],
        },
        'withdrawal.reject': {
          description:
            'The withdrawal cannot be signed, or must not be paid. The operator refuses it.',
          guard: 'isByItsRole',
          target: 'rejected',
          actions: ['recordOperator', 'recordRejection'],
        },
      },
    },
    broadcasting: {
      description: 'The signed transaction is sent to the network.',
      meta: { state: 'approved', phase: 'broadcasting' },
      tags: 'holding',
      entry: ['countRevision', 'broadcastTransaction', 'notifyOwner'],
      on: {
        'transaction.accepted': {
          description: 'The network has the transaction.',
          guard: 'isByItsRole',
          target: 'confirming',
        },
        'transaction.confirmed': [
          {
            description: 'The block is already deep enough.',
            guard: 'isDeepEnough',
            target: 'success',
            actions: ['recordHash', 'recordConfirmations'],
          },
          {
            description: 'A block already contains the transaction.',
            guard: 'isInBlock',
            target: 'confirming.mined',
            actions: ['recordHash', 'recordConfirmations'],
          },
        ],
        'transaction.failed': {
          description: 'A block contains the transaction, which paid nothing.',
          guard: 'isByItsRole',
          target: 'manualReview',
          actions: 'recordHash',
        },
        'transaction.doubted': {
          description: 'The network refuses the transaction, or contradicts itself.',
          guard: 'isByItsRole',
          target: 'manualReview',
        },
      },
      after: {
        broadcastTimeout: {
          description: 'The network has not known the transaction for too long.',
          target: 'manualReview',
        },
      },
    },
    confirming: {
      description: 'The network has the transaction. Blocks must follow.',
      tags: 'holding',
      entry: ['countRevision', 'notifyOwner'],
      initial: 'unmined',
      on: {
        'transaction.failed': {
          description: 'A block contains the transaction, which paid nothing.',
          guard: 'isByItsRole',
          target: 'manualReview',
          actions: ['recordHash', 'clearConfirmations'],
        },
        'transaction.doubted': {
          description: 'The network refuses the transaction, or contradicts itself.',
          guard: 'isByItsRole',
          target: 'manualReview',
          actions: 'clearConfirmations',
        },
      },
      states: {
        unmined: {
          description: 'No block contains the transaction yet, or none any more.',
          meta: { state: 'approved', phase: 'confirming' },
          on: {
            'transaction.confirmed': [
              {
                description: 'The block is already deep enough.',
                guard: 'isDeepEnough',
                target: '#withdrawal.success',
                actions: ['recordHash', 'recordConfirmations'],
              },
              {
                description: 'A block contains the transaction.',
                guard: 'isInBlock',
                target: 'mined',
                actions: ['recordHash', 'recordConfirmations', 'countRevision', 'notifyOwner'],
              },
            ],
            'transaction.replaced': {
              description:
                'Its fee was too low for a block. A higher one is signed for the same nonce and sent.',
              guard: 'isByItsRole',
              actions: ['recordHash', 'countRevision', 'broadcastTransaction', 'notifyOwner'],
            },
            'transaction.dropped': {
              description: 'The network forgot the transaction. The same bytes are sent again.',
              guard: 'isByItsRole',
              actions: ['countRevision', 'broadcastTransaction'],
            },
          },
          after: {
            broadcastTimeout: {
              description: 'No block has included the transaction for too long.',
              target: '#withdrawal.manualReview',
            },
          },
        },
        mined: {
          description: 'A block contains the transaction. More blocks must follow.',
          meta: { state: 'approved', phase: 'confirming' },
          on: {
            'transaction.confirmed': [
              {
                description: 'The block is deep enough to be final.',
                guard: 'isDeepEnough',
                target: '#withdrawal.success',
                actions: ['recordHash', 'recordConfirmations'],
              },
              {
                description: 'The block has this depth now.',
                guard: 'isNew',
                actions: ['recordHash', 'recordConfirmations', 'countRevision', 'notifyOwner'],
              },
            ],
            'transaction.dropped': {
              description:
                'A chain reorganization removed the transaction. The same bytes are sent again.',
              guard: 'isByItsRole',
              target: 'unmined',
              actions: [
                'clearConfirmations',
                'countRevision',
                'broadcastTransaction',
                'notifyOwner',
              ],
            },
          },
        },
      },
    },
    manualReview: {
      description:
        'It is not known whether the withdrawal was paid. An operator or the chain decides.',
      meta: { state: 'approved', phase: 'manual_review' },
      tags: 'holding',
      entry: ['countRevision', 'notifyOwner'],
      on: {
        'transaction.confirmed': [
          {
            description: 'A block contains the transaction after all, deep enough.',
            guard: 'isDeepEnough',
            target: 'success',
            actions: ['recordHash', 'recordConfirmations'],
          },
          {
            description: 'A block contains the transaction after all.',
            guard: 'isInBlock',
            target: 'confirming.mined',
            actions: ['recordHash', 'recordConfirmations'],
          },
        ],
        'withdrawal.confirmSent': {
          description: 'The operator found that the withdrawal was paid.',
          guard: 'isByItsRole',
          target: 'success',
          actions: ['recordOperator', 'recordHash'],
        },
        'withdrawal.declareUnsent': {
          description: 'The operator found that the withdrawal never will be paid.',
          guard: 'isByItsRole',
          target: 'rejected',
          actions: ['recordOperator', 'recordUnsent'],
        },
        'withdrawal.rebroadcast': {
          description: 'The operator has the same bytes sent again.',
          guard: 'isByItsRole',
          target: 'broadcasting',
          actions: 'recordOperator',
        },
      },
    },
    success: {
      description: 'The withdrawal was paid.',
      meta: { state: 'success', phase: 'success' },
      type: 'final',
      tags: 'final',
      entry: ['countRevision', 'bookSent', 'notifyOwner', 'mailSent'],
    },
    rejected: {
      description: 'The withdrawal was refused. The amount is available again.',
      meta: { state: 'rejected', phase: 'rejected' },
      type: 'final',
      tags: 'final',
      entry: ['countRevision', 'releaseFunds', 'notifyOwner', 'mailRejected'],
    },
    cancelled: {
      description: 'The owner canceled the withdrawal. The amount is available again.',
      meta: { state: 'rejected', phase: 'cancelled' },
      type: 'final',
      tags: 'final',
      entry: ['countRevision', 'releaseFunds', 'notifyOwner'],
    },
  },
});
