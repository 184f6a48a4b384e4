/**
 * The lifecycle of an ad of the fiat market (SPEC 4, RULES "Fiat trading"). It counts its
 * remainder, so that no two orders take the same coins. The coins of an open order stay with the
 * order, even if the ad ends.
 */
import { assign, setup } from 'xstate';
import type { FiatAdRemoval, FiatAdState, FiatSide } from '../../../contract/fiat/fiat-kinds.ts';
import { FIAT_AD_EVENTS, type FiatAdEvent } from './fiat-ad.events.ts';

export interface FiatAdInput {
  readonly merchantId: number;
  /** The merchant's side; the coins of a sell ad are frozen from the start. */
  readonly side: FiatSide;
  /** Units of the coin above zero, as text. */
  readonly total: string;
  /** Whether it starts open. */
  readonly opensAtOnce: boolean;
}

/** `total` is always the sum of `remaining`, `inOrders` and `sold`. */
export interface FiatAdContext extends FiatAdInput {
  readonly remaining: string;
  readonly inOrders: string;
  readonly sold: string;
  /** Reason for which it was removed from the market; null otherwise. */
  readonly removal: FiatAdRemoval | null;
}

const isByItsRole = ({ type, by }: FiatAdEvent): boolean => FIAT_AD_EVENTS[type].role === by.role;
const isByItsMerchant = (context: FiatAdContext, event: FiatAdEvent): boolean =>
  isByItsRole(event) && event.by.userId === context.merchantId;
const quantityOf = (event: FiatAdEvent): bigint =>
  'quantity' in event ? BigInt(event.quantity) : 0n;
const plus = (units: string, change: bigint): string => String(BigInt(units) + change);

export const fiatAdMachine = setup({
  types: {
    context: {} as FiatAdContext,
    events: {} as FiatAdEvent,
    input: {} as FiatAdInput,
    /** alive: its remainder can still be taken. */
    tags: '' as 'alive',
    /** `state` on the wire and in the database. */
    meta: {} as { readonly state: FiatAdState },
  },
  guards: {
    opensAtOnce: ({ context }) => context.opensAtOnce,
    isByItsMerchant: ({ context, event }) => isByItsMerchant(context, event),
    isByItsRole: ({ event }) => isByItsRole(event),
    canEdit: ({ context, event }) =>
      event.type === 'ad.edit' &&
      isByItsMerchant(context, event) &&
      BigInt(event.total) > BigInt(context.inOrders) + BigInt(context.sold),
    canTake: ({ context, event }) =>
      isByItsRole(event) &&
      quantityOf(event) > 0n &&
      quantityOf(event) <= BigInt(context.remaining),
    isInOrders: ({ context, event }) =>
      isByItsRole(event) && quantityOf(event) > 0n && quantityOf(event) <= BigInt(context.inOrders),
    // A shop cannot be closed while any of its orders is open.
    isFreeOfOrders: ({ context, event }) => isByItsRole(event) && context.inOrders === '0',
    sellsOut: ({ context, event }) =>
      isByItsRole(event) &&
      quantityOf(event) > 0n &&
      quantityOf(event) === BigInt(context.inOrders) &&
      context.remaining === '0',
  },
  actions: {
    /** Ledger recipe `fiat.ad_posted`, for a sell ad: available to frozen. */
    freezeTotal: () => {},
    /** Ledger recipe `fiat.ad_resized`, for a sell ad: the difference of the totals. */
    resizeEscrow: () => {},
    /** Ledger recipe `fiat.ad_ended`, for a sell ad: the unsold rest, frozen to available. */
    releaseRemainder: () => {},
    /**
     * Ledger recipe `fiat.order_returned`, for a sell ad: the coins of an order, frozen to
     * available.
     */
    releaseReturned: () => {},
    notifyMerchant: () => {},
    recordTotal: assign(({ context, event }) => {
      if (event.type !== 'ad.edit') return {};
      const change = BigInt(event.total) - BigInt(context.total);
      return { total: event.total, remaining: plus(context.remaining, change) };
    }),
    takeQuantity: assign(({ context, event }) => ({
      remaining: plus(context.remaining, -quantityOf(event)),
      inOrders: plus(context.inOrders, quantityOf(event)),
    })),
    takeBack: assign(({ context, event }) => ({
      remaining: plus(context.remaining, quantityOf(event)),
      inOrders: plus(context.inOrders, -quantityOf(event)),
    })),
    sellQuantity: assign(({ context, event }) => ({
      inOrders: plus(context.inOrders, -quantityOf(event)),
      sold: plus(context.sold, quantityOf(event)),
    })),
    recordSoldOut: assign({ removal: 'sold_out' }),
    recordShopClosed: assign({ removal: 'shop_closed' }),
    recordOperator: assign({ removal: 'operator' }),
  },
}).createMachine({
  id: 'fiatAd',
  version: '1',
  description: 'The lifecycle of an ad of the fiat market, from posted to sold out or ended.',
  context: ({ input }) => ({
    ...input,
    remaining: input.total,
    inOrders: '0',
    sold: '0',
    removal: null,
  }),
  initial: 'posted',
  states: {
    posted: {
      description: 'The ad was just written.',
      meta: { state: 'suspended' },
      entry: 'freezeTotal',
      always: [
        {
          description: 'The merchant shows the ad immediately.',
          guard: 'opensAtOnce',
          target: 'alive.opening',
        },
        { description: 'The merchant shows the ad later.', target: 'alive.suspended' },
      ],
    },
    alive: {
      description: 'The rest of the ad can be taken.',
      tags: 'alive',
      initial: 'suspended',
      on: {
        'ad.edit': {
          description: 'The merchant changes the terms. Open orders keep theirs.',
          guard: 'canEdit',
          actions: ['resizeEscrow', 'recordTotal'],
        },
        'ad.cancel': {
          description: 'The merchant ends the ad.',
          guard: 'isByItsMerchant',
          target: 'cancelled',
        },
        'ad.remove': {
          description: 'An operator takes the ad down.',
          guard: 'isByItsRole',
          target: 'removed',
          actions: ['recordOperator', 'notifyMerchant'],
        },
        'shop.closed': {
          description: 'The merchant closed the shop. No part of the ad is in orders.',
          guard: 'isFreeOfOrders',
          target: 'removed',
          actions: 'recordShopClosed',
        },
        'order.returned': {
          description: 'An order ended without a trade. Its part can be taken again.',
          guard: 'isInOrders',
          actions: 'takeBack',
        },
        'order.completed': [
          {
            description: 'The last part is sold.',
            guard: 'sellsOut',
            target: 'removed',
            actions: ['sellQuantity', 'recordSoldOut'],
          },
          {
            description: 'A part is sold.',
            guard: 'isInOrders',
            actions: 'sellQuantity',
          },
        ],
      },
      states: {
        opening: {
          description: 'Other users see the ad and may take from it.',
          meta: { state: 'opening' },
          on: {
            'order.placed': {
              description: 'A user takes a part of the ad.',
              guard: 'canTake',
              actions: 'takeQuantity',
            },
            'ad.suspend': {
              description: 'The merchant hides the ad.',
              guard: 'isByItsMerchant',
              target: 'suspended',
            },
          },
        },
        suspended: {
          description: 'Only the merchant sees the ad.',
          meta: { state: 'suspended' },
          on: {
            'ad.resume': {
              description: 'The merchant shows the ad again.',
              guard: 'isByItsMerchant',
              target: 'opening',
            },
          },
        },
      },
    },
    cancelled: {
      description: 'The merchant ended the ad. Open orders continue.',
      meta: { state: 'cancelled' },
      entry: 'releaseRemainder',
      on: {
        'order.returned': {
          description: 'An order ended without a trade. Its part goes back to the merchant.',
          guard: 'isInOrders',
          actions: ['takeBack', 'releaseReturned'],
        },
        'order.completed': {
          description: 'An order was completed.',
          guard: 'isInOrders',
          actions: 'sellQuantity',
        },
      },
    },
    removed: {
      description: 'The ad is taken down: sold out, by an operator, or with its shop.',
      meta: { state: 'removed' },
      entry: 'releaseRemainder',
      on: {
        'order.returned': {
          description: 'An order ended without a trade. Its part goes back to the merchant.',
          guard: 'isInOrders',
          actions: ['takeBack', 'releaseReturned'],
        },
        'order.completed': {
          description: 'An order was completed.',
          guard: 'isInOrders',
          actions: 'sellQuantity',
        },
      },
    },
  },
});
