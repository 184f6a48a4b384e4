/** The facts in the snapshot of a token subscription. */
import type { PaymentRefusal } from './ieo-subscription.events.ts';

export interface IeoSubscriptionInput {
  readonly ownerId: number;
}

export interface IeoSubscriptionContext extends IeoSubscriptionInput {
  /** Steps that are paid for. */
  readonly steps: number;
  /** The reason for which the first payment failed. */
  readonly refusal: PaymentRefusal | null;
}
