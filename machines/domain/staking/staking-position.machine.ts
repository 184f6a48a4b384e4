/**
 * A staking position: its principal is held for a cycle of whole UTC days and returned at the end. Dividends are rows
 * of their own, one a day, and no steps.
 */
import { assign, setup } from 'xstate';
import type { StakingPhase } from '../../../contract/staking/staking-kinds.ts';
import type { StakingPositionContext, StakingPositionInput } from './staking-position.context.ts';
import { STAKING_POSITION_EVENTS, type StakingPositionEvent } from './staking-position.events.ts';

/** Whether the event comes from the role that may send it. */
const isByItsRole = ({ type, by }: StakingPositionEvent): boolean =>
  STAKING_POSITION_EVENTS[type].role === by.role;

export const stakingPositionMachine = setup({
  types: {
    context: {} as StakingPositionContext,
    events: {} as StakingPositionEvent,
    input: {} as StakingPositionInput,
    /** `phase` in the database; the wire shows in_effect and expired only. */
    meta: {} as { readonly phase: StakingPhase },
  },
  guards: {
    isByItsRole: ({ event }) => isByItsRole(event),
    isCycleComplete: ({ context, event }) =>
      isByItsRole(event) &&
      event.type === 'cycle.completed' &&
      event.paidDays === context.cycleDays,
  },
  actions: {
    /** Ledger recipe `staking.reserved`: the fund sets the dividends of all days aside. */
    reserveDividends: () => {},
    /** Ledger recipe `staking.released`: the fund gets them back. */
    releaseDividends: () => {},
    /** Ledger recipe `staking.principal_paid`. */
    holdPrincipal: () => {},
    /** Ledger recipes `staking.returned` and `staking.into_spot`: the principal and its dividends. */
    returnPrincipal: () => {},
    notifyOwner: () => {},
    recordRefusal: assign({
      refusal: ({ event }) => (event.type === 'principal.refused' ? event.refusal : null),
    }),
  },
}).createMachine({
  id: 'stakingPosition',
  version: '1',
  description:
    'The lifecycle of a staking position, from its subscription to the end of its cycle.',
  context: ({ input }) => ({ ...input, refusal: null }),
  initial: 'requested',
  states: {
    requested: {
      description: 'The dividends are set aside, and the spot account is asked for the principal.',
      meta: { phase: 'requested' },
      entry: ['reserveDividends', 'holdPrincipal'],
      on: {
        'principal.paid': {
          description: 'The principal is frozen in the financial account.',
          guard: 'isByItsRole',
          target: 'inEffect',
          actions: 'notifyOwner',
        },
        'principal.refused': {
          description: 'Nothing was taken from the user.',
          guard: 'isByItsRole',
          target: 'refused',
          actions: ['recordRefusal', 'releaseDividends'],
        },
      },
    },
    inEffect: {
      description: 'The principal earns a dividend on each whole UTC day.',
      meta: { phase: 'in_effect' },
      on: {
        'cycle.completed': {
          description: 'Principal and dividends go to the spot account.',
          guard: 'isCycleComplete',
          target: 'expired',
          actions: ['returnPrincipal', 'notifyOwner'],
        },
      },
    },
    expired: {
      description: 'The principal is returned.',
      meta: { phase: 'expired' },
      type: 'final',
    },
    refused: {
      description: 'The position never took effect, and no user sees it.',
      meta: { phase: 'refused' },
      type: 'final',
    },
  },
});
