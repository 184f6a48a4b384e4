/** All lifecycles that can be explained: machine, roles and events of each. */
import type { LifecycleKind } from '../../../contract/lifecycle-kinds.ts';
import { feedbackTicketKind } from '../feedback/feedback-ticket.kind.ts';
import { fiatAdKind } from '../fiat/fiat-ad.kind.ts';
import { fiatOrderKind } from '../fiat/fiat-order.kind.ts';
import { ieoOfferingKind } from '../ieo/ieo-offering.kind.ts';
import { ieoSubscriptionKind } from '../ieo/ieo-subscription.kind.ts';
import { contractOrderKind } from '../lever/contract-order.kind.ts';
import { microOrderKind } from '../micro/micro-order.kind.ts';
import type { RecordKind } from '../record-kind.ts';
import { spotOrderKind } from '../spot/spot-order.kind.ts';
import { stakingPositionKind } from '../staking/staking-position.kind.ts';
import { kycReviewKind } from '../verification/kyc-review.kind.ts';
import { depositKind } from '../wallet/deposit.kind.ts';
import { withdrawalKind } from '../wallet/withdrawal.kind.ts';

export const LIFECYCLES: { readonly [Kind in LifecycleKind]: RecordKind<Kind> } = {
  'fiat-order': fiatOrderKind,
  'fiat-ad': fiatAdKind,
  withdrawal: withdrawalKind,
  deposit: depositKind,
  'kyc-review': kycReviewKind,
  'feedback-ticket': feedbackTicketKind,
  'spot-order': spotOrderKind,
  'contract-order': contractOrderKind,
  'micro-order': microOrderKind,
  'staking-position': stakingPositionKind,
  'ieo-offering': ieoOfferingKind,
  'ieo-subscription': ieoSubscriptionKind,
};
