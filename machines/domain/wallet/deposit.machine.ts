/**
 * The lifecycle of a deposit, from its first block until it is final. A reorganization reverses it;
 * if it appears again, it is credited again, each time with a cause of its own. From
 * `unlockConfirmations` on it is final (RULES): losing it is an alarm.
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
      (confirmationsOf({ context, event }) ?? 0) >= context.creditConfirmations &&
      !('isOverCap' in event),
    isNew: ({ context, event }) => confirmationsOf({ context, event }) !== null,
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
  description: 'The lifecycle of a deposit, from first seen to unlocked.',
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
      description: 'Nothing is credited yet.',
      on: {
        'output.confirmed': [
          {
            description: 'The amount is less than the minimum.',
            guard: 'isTooSmall',
            target: 'belowMinimum',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
          {
            description: 'The deposit is seen so late that it is unlocked immediately.',
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
            description:
              'The block is deep enough to credit the deposit, within the caps on unsettled credit.',
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
            description:
              'A block contains the deposit. It is not deep enough yet, or a cap on unsettled credit is reached.',
            guard: 'isNew',
            target: '.confirming',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
        ],
      },
      initial: 'seen',
      states: {
        seen: {
          description: 'The deposit waits for a block.',
          meta: { state: 'pending_review', phase: 'seen' },
          on: {
            'output.vanished': {
              description: 'The transaction was dropped before a block contained it.',
              guard: 'isByItsRole',
              target: 'reversed',
              actions: ['countRevision', 'notifyOwner'],
            },
          },
        },
        confirming: {
          description:
            'A block contains the deposit. More blocks must follow before it is credited.',
          meta: { state: 'pending_review', phase: 'confirming' },
          on: {
            'output.vanished': {
              description: 'A chain reorganization removed the deposit before it was credited.',
              guard: 'isByItsRole',
              target: 'reversed',
              actions: ['clearConfirmations', 'countRevision', 'notifyOwner'],
            },
          },
        },
        reversed: {
          description:
            'No block contains the deposit. If a block contains it again, it is confirmed again.',
          meta: { state: 'rejected', phase: 'reversed' },
        },
      },
    },
    credited: {
      description: 'The deposit is credited and can be traded. It cannot be withdrawn yet.',
      meta: { state: 'approved', phase: 'credited' },
      tags: 'locked',
      on: {
        'output.confirmed': [
          {
            description: 'The block is deep enough to be final.',
            guard: 'isUnlocked',
            target: 'settled',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
          {
            description: 'The block has this depth now.',
            guard: 'isNew',
            actions: ['recordConfirmations', 'countRevision', 'notifyOwner'],
          },
        ],
        'output.vanished': {
          description:
            'A chain reorganization removed the deposit after it was credited. The credit is reversed.',
          guard: 'isByItsRole',
          target: 'uncredited.reversed',
          actions: ['clearConfirmations', 'countRevision', 'reverseCredit', 'notifyOwner'],
        },
      },
    },
    settled: {
      description: 'The deposit is final, unless the chain replaces its block all the same.',
      meta: { state: 'success', phase: 'settled' },
      on: {
        'output.vanished': {
          description:
            'A chain reorganization removed a deposit that was final. The credit is reversed, and the withdrawals of the chain are closed.',
          guard: 'isByItsRole',
          target: 'uncredited.reversed',
          actions: ['clearConfirmations', 'countRevision', 'reverseCredit', 'notifyOwner'],
        },
      },
    },
    belowMinimum: {
      description:
        'The amount is less than the minimum. It is recorded, and neither credited nor sent back.',
      meta: { state: 'rejected', phase: 'below_minimum' },
      on: {
        'output.vanished': {
          description: 'A chain reorganization removed the deposit.',
          guard: 'isByItsRole',
          target: 'uncredited.reversed',
          actions: ['clearConfirmations', 'countRevision', 'notifyOwner'],
        },
      },
    },
  },
});
