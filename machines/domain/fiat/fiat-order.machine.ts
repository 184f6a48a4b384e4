/**
 * The lifecycle of a fiat order (SPEC 4, RULES "Fiat trading"): a buyer pays a seller outside the
 * exchange, which holds the coins in escrow. Every end of the order gives the coins to exactly one
 * side. In rights protection no timer runs, so it only moves by an event.
 */
import { assign, setup } from 'xstate';
import type { FiatOrderEnd, FiatOrderState, FiatParty } from '../../../contract/fiat/fiat-kinds.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { FIAT_ORDER_EVENTS, type FiatOrderEvent, type FiatOrderRole } from './fiat-order.events.ts';

export interface FiatOrderInput {
  readonly buyerId: number;
  readonly sellerId: number;
  /** Time that the buyer has to pay. */
  readonly paymentWindowMs: number;
  /** Time that the seller has to confirm, and the extra time after a postponement. */
  readonly confirmWindowMs: number;
  readonly postponeWindowMs: number;
  /** Digest of sums and payee; absent in orders from before logs had it. */
  readonly termsSha256?: string;
}

export interface FiatOrderContext extends FiatOrderInput {
  /** Number of postponements over the whole lifecycle, at most `fiat_postponements_max`. */
  readonly postponements: number;
  /** Whether overtime follows the running window. */
  readonly isPostponed: boolean;
  readonly isAbnormal: boolean;
  /** The side that applied for rights protection; null outside it. */
  readonly applicant: FiatParty | null;
  /**
   * Number of withdrawn claims by side over the whole lifecycle, at most
   * `fiat_rights_withdrawals_max`.
   */
  readonly buyerWithdrawals: number;
  readonly sellerWithdrawals: number;
  readonly end: FiatOrderEnd | null;
}

/** Context fields that count the withdrawn claims of each side. */
const WITHDRAWALS = {
  buyer: 'buyerWithdrawals',
  seller: 'sellerWithdrawals',
} as const satisfies Record<FiatParty, keyof FiatOrderContext>;

const partyOf = ({ by }: FiatOrderEvent): FiatParty => (by.role === 'buyer' ? 'buyer' : 'seller');

/**
 * Whether the event comes from a role that may send it, and for buyer and seller from that very
 * user.
 */
function isByItsRole({ buyerId, sellerId }: FiatOrderContext, event: FiatOrderEvent): boolean {
  const { role, userId } = event.by;
  const roles: readonly FiatOrderRole[] = FIAT_ORDER_EVENTS[event.type].roles;
  if (!roles.includes(role)) return false;
  return role === 'operator' || userId === (role === 'buyer' ? buyerId : sellerId);
}

export const fiatOrderMachine = setup({
  types: {
    context: {} as FiatOrderContext,
    events: {} as FiatOrderEvent,
    input: {} as FiatOrderInput,
    /**
     * held: its coins are frozen. buyersTurn, sellersTurn, operatorsTurn: the side that has to act
     * next.
     */
    tags: '' as 'held' | 'buyersTurn' | 'sellersTurn' | 'operatorsTurn',
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: FiatOrderState },
  },
  delays: {
    paymentWindow: ({ context }) => context.paymentWindowMs,
    confirmWindow: ({ context }) => context.confirmWindowMs,
    postponeWindow: ({ context }) => context.postponeWindowMs,
  },
  guards: {
    isByItsRole: ({ context, event }) => isByItsRole(context, event),
    // A paid order needs a voucher.
    showsPayment: ({ context, event }) =>
      event.type === 'payment.declare' &&
      isByItsRole(context, event) &&
      event.voucherIds.length > 0,
    canPostpone: ({ context, event }) =>
      isByItsRole(context, event) && context.postponements < LIMITS.fiat_postponements_max,
    // Limited, because each withdrawal starts a new window, and unlimited ones would keep the order
    // open forever. Applying is always possible; otherwise a side would lose the coins to a timer
    // that neither side can stop.
    canWithdraw: ({ context, event }) =>
      isByItsRole(context, event) &&
      event.by.role === context.applicant &&
      context[WITHDRAWALS[partyOf(event)]] < LIMITS.fiat_rights_withdrawals_max,
    isAwardToBuyer: ({ context, event }) =>
      event.type === 'dispute.award' &&
      isByItsRole(context, event) &&
      event.to === 'buyer' &&
      // Otherwise one payment would be judged both as made and as not made.
      !event.isPaymentFalse,
    isAwardAgainstFalsePayment: ({ context, event }) =>
      event.type === 'dispute.award' &&
      isByItsRole(context, event) &&
      event.to === 'seller' &&
      event.isPaymentFalse,
    isAwardToSeller: ({ context, event }) =>
      event.type === 'dispute.award' && isByItsRole(context, event) && event.to === 'seller',
    isPostponed: ({ context }) => context.isPostponed,
    isPostponedAndAbnormal: ({ context }) => context.isPostponed && context.isAbnormal,
  },
  actions: {
    /** Ledger recipe `fiat.order_released`: the seller's frozen coins go to the buyer. */
    releaseEscrow: () => {},
    /** The coins go back to their ad, or to the seller: `fiat.order_returned`. */
    returnEscrow: () => {},
    /** Counts as one of the buyer's cancellations of the day. */
    countCancellation: () => {},
    /** Counts as one of the buyer's false "I have paid". */
    countFalsePayment: () => {},
    notifyBuyer: () => {},
    notifySeller: () => {},
    recordPostponement: assign({
      postponements: ({ context }) => context.postponements + 1,
      isPostponed: true,
    }),
    recordAbnormal: assign({ isAbnormal: true }),
    recordApplicant: assign({ applicant: ({ event }) => partyOf(event) }),
    beginAgain: assign(({ context, event }) => {
      const count = WITHDRAWALS[partyOf(event)];
      return {
        applicant: null,
        isPostponed: false,
        isAbnormal: false,
        [count]: context[count] + 1,
      };
    }),
    recordEnd: assign((_, { end }: { readonly end: FiatOrderEnd }) => ({ end, applicant: null })),
  },
}).createMachine({
  id: 'fiatOrder',
  version: '2',
  description: 'The lifecycle of a fiat order, from placed until one side has the coins.',
  context: ({ input }) => ({
    ...input,
    postponements: 0,
    isPostponed: false,
    isAbnormal: false,
    applicant: null,
    buyerWithdrawals: 0,
    sellerWithdrawals: 0,
    end: null,
  }),
  initial: 'unpaid',
  states: {
    unpaid: {
      description: 'The coins are on hold. The buyer has to pay.',
      meta: { state: 'unpaid' },
      tags: ['held', 'buyersTurn'],
      entry: ['notifyBuyer', 'notifySeller'],
      on: {
        'order.cancel': {
          description: 'The buyer cancels the order.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: [{ type: 'recordEnd', params: { end: 'buyer_cancelled' } }, 'countCancellation'],
        },
        'payment.declare': {
          description: 'The buyer declares the payment with a proof.',
          guard: 'showsPayment',
          target: 'confirming',
          actions: 'notifySeller',
        },
      },
      after: {
        paymentWindow: {
          description: 'The buyer did not pay in time.',
          target: 'cancelled',
          actions: [{ type: 'recordEnd', params: { end: 'payment_timeout' } }, 'countCancellation'],
        },
      },
    },
    confirming: {
      description: 'The buyer has paid. The seller has to confirm.',
      tags: ['held', 'sellersTurn'],
      initial: 'inTime',
      on: {
        'receipt.confirm': {
          description: 'The seller confirms that the money has arrived.',
          guard: 'isByItsRole',
          target: 'completed',
          actions: { type: 'recordEnd', params: { end: 'confirmed' } },
        },
        'rights.apply': {
          description: 'One side appeals (rights protection). The timer stops.',
          guard: 'isByItsRole',
          target: 'rightsProtection',
          actions: 'recordApplicant',
        },
      },
      states: {
        inTime: {
          description: 'The seller confirms within the first period.',
          initial: 'paid',
          after: {
            confirmWindow: [
              {
                description: 'The extension starts. A problem is reported.',
                guard: 'isPostponedAndAbnormal',
                target: 'overtime.abnormal',
              },
              {
                description: 'The extension starts.',
                guard: 'isPostponed',
                target: 'overtime.postponed',
              },
              {
                description: 'The seller did not respond in time.',
                target: '#fiatOrder.completed',
                actions: { type: 'recordEnd', params: { end: 'auto_confirmed' } },
              },
            ],
          },
          states: {
            paid: {
              description: 'The seller checks for the money.',
              meta: { state: 'paid' },
              on: {
                'receipt.postpone': {
                  description: 'The seller asks for more time.',
                  guard: 'canPostpone',
                  target: 'postponed',
                  actions: ['recordPostponement', 'notifyBuyer'],
                },
                'order.markAbnormal': {
                  description: 'One side has reported a problem.',
                  guard: 'isByItsRole',
                  target: 'abnormal',
                  actions: ['recordAbnormal', 'notifyBuyer', 'notifySeller'],
                },
              },
            },
            postponed: {
              description: 'The seller has asked for more time.',
              meta: { state: 'postponed' },
              on: {
                'order.markAbnormal': {
                  description: 'One side has reported a problem.',
                  guard: 'isByItsRole',
                  target: 'abnormal',
                  actions: ['recordAbnormal', 'notifyBuyer', 'notifySeller'],
                },
              },
            },
            abnormal: {
              description: 'One side reports a problem. The timer continues.',
              meta: { state: 'abnormal' },
              on: {
                'receipt.postpone': {
                  description: 'The seller asks for more time.',
                  guard: 'canPostpone',
                  actions: ['recordPostponement', 'notifyBuyer'],
                },
              },
            },
          },
        },
        overtime: {
          description: 'The seller confirms within the extension.',
          initial: 'postponed',
          after: {
            postponeWindow: {
              description: 'The seller did not respond in time.',
              target: '#fiatOrder.completed',
              actions: { type: 'recordEnd', params: { end: 'auto_confirmed' } },
            },
          },
          states: {
            postponed: {
              description: 'The seller checks for the money during the extension.',
              meta: { state: 'postponed' },
              on: {
                'order.markAbnormal': {
                  description: 'One side has reported a problem.',
                  guard: 'isByItsRole',
                  target: 'abnormal',
                  actions: ['recordAbnormal', 'notifyBuyer', 'notifySeller'],
                },
              },
            },
            abnormal: {
              description: 'One side has reported a problem during the extension.',
              meta: { state: 'abnormal' },
            },
          },
        },
      },
    },
    rightsProtection: {
      description:
        'The sides disagree. No timer runs, and an operator rules unless the sides settle.',
      meta: { state: 'rights_protection' },
      tags: ['held', 'operatorsTurn'],
      entry: ['notifyBuyer', 'notifySeller'],
      on: {
        'rights.withdraw': {
          description: 'The appealing side withdraws the appeal. The seller gets a new period.',
          guard: 'canWithdraw',
          target: 'confirming',
          actions: ['beginAgain', 'notifyBuyer', 'notifySeller'],
        },
        'receipt.confirm': {
          description: 'The sides settle. The seller releases the coins.',
          guard: 'isByItsRole',
          target: 'completed',
          actions: { type: 'recordEnd', params: { end: 'settled' } },
        },
        'order.cancel': {
          description: 'The sides settle. The buyer cancels the order.',
          guard: 'isByItsRole',
          target: 'cancelled',
          actions: [{ type: 'recordEnd', params: { end: 'settled' } }, 'countCancellation'],
        },
        'dispute.award': [
          {
            description: 'An operator rules for the buyer.',
            guard: 'isAwardToBuyer',
            target: 'completed',
            actions: { type: 'recordEnd', params: { end: 'awarded_to_buyer' } },
          },
          {
            description: 'An operator rules for the seller because the buyer had not paid.',
            guard: 'isAwardAgainstFalsePayment',
            target: 'cancelled',
            actions: [
              { type: 'recordEnd', params: { end: 'awarded_to_seller' } },
              'countFalsePayment',
            ],
          },
          {
            description: 'An operator rules for the seller.',
            guard: 'isAwardToSeller',
            target: 'cancelled',
            actions: { type: 'recordEnd', params: { end: 'awarded_to_seller' } },
          },
        ],
      },
    },
    completed: {
      description: 'The buyer has the coins.',
      meta: { state: 'completed' },
      type: 'final',
      entry: ['releaseEscrow', 'notifyBuyer', 'notifySeller'],
    },
    cancelled: {
      description: 'The seller has the coins again.',
      meta: { state: 'cancelled' },
      type: 'final',
      entry: ['returnEscrow', 'notifyBuyer', 'notifySeller'],
    },
  },
});
