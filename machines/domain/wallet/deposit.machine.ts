/**
 * The lifecycle of a deposit, from its first block until it is final. A reorganization reverses it;
 * if it appears again, it is credited again, each time with a cause of its own. From
 * `unlockConfirmations` on it is never reversed (RULES).
 */
import { assign, setup } from 'xstate';
import type { DepositPhase, RecordState } from '../../../contract/wallet/wallet.ts';
import type { DepositContext, DepositInput } from './deposit.context.ts';
import { DEPOSIT_EVENTS, type DepositEvent } from './deposit.events.ts';

interface Moment {
  readonly context: DepositContext;
  readonly event: DepositEvent;
}

const isByItsRole = ({ type, by }: DepositEvent): boolean => DEPOSIT_EVENTS[type].role === by.role;

/** Returns the confirmations of the event, as far as they count; null if they change nothing. */
function confirmationsOf({ context, event }: Moment): number | null {
  if (event.type !== 'output.confirmed' || !isByItsRole(event) || event.confirmations < 1)
    return null;
  // A deposit below the minimum that is deep enough is not followed any more.
  if (context.confirmations >= context.unlockConfirmations) return null;
  const counted = Math.min(event.confirmations, context.unlockConfirmations);
  const isNew = counted !== context.confirmations || event.blockNumber !== context.blockNumber;
  return isNew ? counted : null;
}

export const depositMachine = setup({
  types: {
    context: {} as DepositContext,
    events: {} as DepositEvent,
    input: {} as DepositInput,
    /** locked: credited, but not withdrawable yet. */
    tags: '' as 'locked',
    /** `state` and `phase` on the wire, the latter also in the database. */
    meta: {} as { readonly state: RecordState; readonly phase: DepositPhase },
  },
  guards: {
    isTooSmall: ({ context, event }) =>
      confirmationsOf({ context, event }) !== null &&
      BigInt(context.amount) < BigInt(context.minimum),
    isUnlocked: ({ context, event }) =>
      (confirmationsOf({ context, event }) ?? 0) >= context.unlockConfirmations,
    isCreditable: ({ context, event }) =>
      (confirmationsOf({ context, event }) ?? 0) >= context.creditConfirmations,
    isNews: ({ context, event }) => confirmationsOf({ context, event }) !== null,
    isByItsRole: ({ event }) => isByItsRole(event),
  },
  actions: {
    /** Ledger recipe `deposit.credited`, cause: the deposit and `credits`. */
    creditAccount: () => {},
    /** Ledger recipe `deposit.reversed`, cause: the deposit and `credits`. */
    reverseCredit: () => {},
    notifyOwner: () => {},
    mailCredit: () => {},
    recordConfirmations: assign(({ context, event }) =>
      event.type !== 'output.confirmed'
        ? {}
        : {
            confirmations: confirmationsOf({ context, event }) ?? context.confirmations,
            blockNumber: event.blockNumber,
          },
    ),
    clearConfirmations: assign({ confirmations: 0, blockNumber: null }),
    countCredit: assign({ credits: ({ context }) => context.credits + 1 }),
    countRevision: assign({ revision: ({ context }) => context.revision + 1 }),
  },
}).createMachine({
  id: 'deposit',
  version: '1',
  description: 'The life of a deposit, from the first sight of it to unlocked money.',
  context: ({ input }) => ({
    ...input,
    confirmations: 0,
    blockNumber: null,
    credits: 0,
    revision: 1,
  }),
  initial: 'uncredited',
  states: {
    uncredited: {
      description: 'Nothing of it is in the account.',
      on: {
        'output.confirmed': [
          {
            description: 'It is less than the minimum.',
            guard: 'isTooSmall',
            target: 'belowMinimum',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
          {
            description: 'It is seen so late that it is unlocked at once.',
            guard: 'isUnlocked',
            target: 'settled',
            actions: [
              'recordConfirmations',
              'countCredit',
              'countRevision',
              'creditAccount',
              'notifyOwner',
              'mailCredit',
            ],
          },
          {
            description: 'It is deep enough to be credited.',
            guard: 'isCreditable',
            target: 'credited',
            actions: [
              'recordConfirmations',
              'countCredit',
              'countRevision',
              'creditAccount',
              'notifyOwner',
              'mailCredit',
            ],
          },
          {
            description: 'A block has it, and it is not deep enough yet.',
            guard: 'isNews',
            target: '.confirming',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
        ],
      },
      initial: 'seen',
      states: {
        seen: {
          description: 'It waits for a block.',
          meta: { state: 'pending_review', phase: 'seen' },
          on: {
            'output.vanished': {
              description: 'It was given up before any block had it.',
              guard: 'isByItsRole',
              target: 'reversed',
              actions: ['countRevision', 'notifyOwner'],
            },
          },
        },
        confirming: {
          description: 'A block has it; more must follow before it is credited.',
          meta: { state: 'pending_review', phase: 'confirming' },
          on: {
            'output.vanished': {
              description: 'A reorganisation removed it before it was credited.',
              guard: 'isByItsRole',
              target: 'reversed',
              actions: ['clearConfirmations', 'countRevision', 'notifyOwner'],
            },
          },
        },
        reversed: {
          description: 'No block has it; if one has it again, it is confirmed anew.',
          meta: { state: 'rejected', phase: 'reversed' },
        },
      },
    },
    credited: {
      description: 'It is in the account and can be traded, and can not leave yet.',
      meta: { state: 'approved', phase: 'credited' },
      tags: 'locked',
      on: {
        'output.confirmed': [
          {
            description: 'It is deep enough to stay for good.',
            guard: 'isUnlocked',
            target: 'settled',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
          {
            description: 'It is as deep as this now.',
            guard: 'isNews',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
        ],
        'output.vanished': {
          description: 'A reorganisation removed it after it was credited: it is taken back.',
          guard: 'isByItsRole',
          target: 'uncredited.reversed',
          actions: ['clearConfirmations', 'countRevision', 'reverseCredit', 'notifyOwner'],
        },
      },
    },
    settled: {
      description: 'It is in the account for good.',
      meta: { state: 'success', phase: 'settled' },
      type: 'final',
    },
    belowMinimum: {
      description: 'It is less than the minimum: recorded, and neither credited nor sent back.',
      meta: { state: 'rejected', phase: 'below_minimum' },
      on: {
        'output.confirmed': {
          description: 'It is as deep as this now.',
          guard: 'isNews',
          actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
        },
        'output.vanished': {
          description: 'A reorganisation removed it.',
          guard: 'isByItsRole',
          target: 'uncredited.reversed',
          actions: ['clearConfirmations', 'countRevision', 'notifyOwner'],
        },
      },
    },
  },
});
