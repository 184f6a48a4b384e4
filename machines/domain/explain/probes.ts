/**
 * One example of everything that can happen to a record: what it would be if it happened now, so that
 * the machine itself can be asked. Amounts are the largest, or the least, that could be right.
 */
import type { DepositContext } from '../wallet/deposit.context.ts';
import type { DepositEvent } from '../wallet/deposit.events.ts';
import type { FeedbackTicketEvent } from '../feedback/feedback-ticket.events.ts';
import type { FeedbackTicketContext } from '../feedback/feedback-ticket.machine.ts';
import type { FiatAdEvent } from '../fiat/fiat-ad.events.ts';
import type { FiatAdContext } from '../fiat/fiat-ad.machine.ts';
import type { FiatOrderEvent } from '../fiat/fiat-order.events.ts';
import type { FiatOrderContext } from '../fiat/fiat-order.machine.ts';
import type { KycReviewEvent } from '../verification/kyc-review.events.ts';
import type { KycReviewContext } from '../verification/kyc-review.machine.ts';
import type { SpotOrderContext } from '../spot/spot-order.context.ts';
import type { SpotOrderEvent } from '../spot/spot-order.events.ts';
import { remainingQuantity } from '../spot/spot-order.rules.ts';
import type { WithdrawalContext } from '../wallet/withdrawal.context.ts';
import type { WithdrawalEvent } from '../wallet/withdrawal.events.ts';

/** An event without who sends it. */
type Bare<Event> = Event extends unknown ? Omit<Event, 'by'> : never;
/** Several where one event can mean different things, e.g. an award to either side. */
type Probes<Event extends { readonly type: string }> = {
  readonly [T in Event['type']]: readonly Bare<Extract<Event, { readonly type: T }>>[];
};

/** Operators, the chain, the engine and the server itself are nobody in particular. */
const NOBODY_ID = 0;

export const fiatOrderProbes: Probes<FiatOrderEvent> = {
  'order.cancel': [{ type: 'order.cancel' }],
  'payment.declare': [{ type: 'payment.declare', voucherIds: [''] }],
  'receipt.confirm': [{ type: 'receipt.confirm' }],
  'receipt.postpone': [{ type: 'receipt.postpone' }],
  'order.markAbnormal': [{ type: 'order.markAbnormal' }],
  'rights.apply': [{ type: 'rights.apply', reason: 'other' }],
  'rights.withdraw': [{ type: 'rights.withdraw' }],
  'dispute.award': [
    { type: 'dispute.award', to: 'buyer', isPaymentFalse: false, text: '' },
    { type: 'dispute.award', to: 'seller', isPaymentFalse: false, text: '' },
    { type: 'dispute.award', to: 'seller', isPaymentFalse: true, text: '' },
  ],
};
export const fiatOrderPerson = ({ buyerId, sellerId }: FiatOrderContext, role: string): number =>
  role === 'buyer' ? buyerId : role === 'seller' ? sellerId : NOBODY_ID;

export const fiatAdProbes = (context: FiatAdContext): Probes<FiatAdEvent> => {
  const { total, remaining, inOrders } = context;
  return {
    'ad.edit': [{ type: 'ad.edit', total: String(BigInt(total) + 1n) }],
    'ad.suspend': [{ type: 'ad.suspend' }],
    'ad.resume': [{ type: 'ad.resume' }],
    'ad.cancel': [{ type: 'ad.cancel' }],
    'ad.remove': [{ type: 'ad.remove', text: '' }],
    'shop.closed': [{ type: 'shop.closed' }],
    'order.placed': [{ type: 'order.placed', quantity: remaining }],
    'order.returned': [{ type: 'order.returned', quantity: inOrders }],
    'order.completed': [{ type: 'order.completed', quantity: inOrders }],
  };
};
export const fiatAdPerson = ({ merchantId }: FiatAdContext, role: string): number =>
  role === 'merchant' ? merchantId : NOBODY_ID;

export const withdrawalProbes = (context: WithdrawalContext): Probes<WithdrawalEvent> => ({
  'funds.held': [{ type: 'funds.held' }],
  'funds.refused': [{ type: 'funds.refused', refusal: 'insufficient_balance' }],
  'withdrawal.cancel': [{ type: 'withdrawal.cancel' }],
  'withdrawal.approve': [{ type: 'withdrawal.approve' }],
  'withdrawal.reject': [{ type: 'withdrawal.reject', reason: 'other', text: null }],
  'withdrawal.release': [{ type: 'withdrawal.release', feeMaxFactor: 1 }],
  'transaction.signed': [{ type: 'transaction.signed', hash: '' }],
  'transaction.accepted': [{ type: 'transaction.accepted' }],
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
});
export const withdrawalPerson = ({ ownerId }: WithdrawalContext, role: string): number =>
  role === 'person' ? ownerId : NOBODY_ID;

export const depositProbes = (context: DepositContext): Probes<DepositEvent> => ({
  'output.confirmed': [1, context.creditConfirmations, context.unlockConfirmations].map(
    (confirmations) => ({
      type: 'output.confirmed',
      blockNumber: context.blockNumber ?? 1,
      confirmations,
    }),
  ),
  'output.vanished': [{ type: 'output.vanished' }],
});
export const depositPerson = ({ ownerId }: DepositContext, role: string): number =>
  role === 'person' ? ownerId : NOBODY_ID;

export const kycReviewProbes = (context: KycReviewContext): Probes<KycReviewEvent> => {
  const submissionId = context.submissionId ?? NOBODY_ID;
  return {
    'verification.submit': [{ type: 'verification.submit', submissionId: submissionId + 1 }],
    'verification.certify': [{ type: 'verification.certify', submissionId }],
    'verification.refuse': [
      { type: 'verification.refuse', submissionId, reason: 'picture_unclear', reasonText: null },
    ],
  };
};
export const kycReviewPerson = ({ userId }: KycReviewContext, role: string): number =>
  role === 'person' ? userId : NOBODY_ID;

export const feedbackTicketProbes: Probes<FeedbackTicketEvent> = {
  'ticket.write': [{ type: 'ticket.write' }],
  'ticket.answer': [{ type: 'ticket.answer' }],
};
export const feedbackTicketPerson = ({ ownerId }: FeedbackTicketContext, role: string): number =>
  role === 'person' ? ownerId : NOBODY_ID;

export const spotOrderProbes = (context: SpotOrderContext): Probes<SpotOrderEvent> => {
  const rest = remainingQuantity(context);
  // One unit, and all that is left; at its limit, or for what is left of its amount.
  const quantities = rest === null ? [1n] : [1n, rest];
  return {
    'order.filled': quantities.flatMap((quantity) =>
      (['taker', 'maker'] as const).map((liquidity) => ({
        type: 'order.filled' as const,
        quantity: String(quantity),
        amount: String(amountOf(context, quantity)),
        liquidity,
      })),
    ),
    'order.exhausted': [{ type: 'order.exhausted' }],
    'order.expired': [
      { type: 'order.expired', reason: 'self_trade' },
      { type: 'order.expired', reason: 'no_liquidity' },
    ],
    'order.cancel': [{ type: 'order.cancel' }],
    'order.close': [{ type: 'order.close' }],
  };
};
export const spotOrderPerson = ({ ownerId }: SpotOrderContext, role: string): number =>
  role === 'owner' ? ownerId : NOBODY_ID;

/** What the fill costs at the limit of the order, rounded to its favour. */
function amountOf({ price, side, baseScale }: SpotOrderContext, quantity: bigint): bigint {
  if (price === null) return 1n;
  const exact = BigInt(price) * quantity;
  const unit = 10n ** BigInt(baseScale);
  return side === 'buy' ? exact / unit : (exact + unit - 1n) / unit;
}
