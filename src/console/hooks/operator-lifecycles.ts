/**
 * A read-only view of records for operators: builds snapshots of the server's machines from the
 * wire data, which show the operator's open actions.
 */
import type { Dispute, OperatorFiatAd } from '../../../contract/operator/schemas/fiat.ts';
import type { Review } from '../../../contract/operator/schemas/verification.ts';
import type { OfferingPhase } from '../../../contract/ieo/ieo-kinds.ts';
import type { Feedback } from '../../../contract/feedback/feedback.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import { feedbackTicketSnapshot } from '../../../machines/domain/feedback/feedback-ticket.snapshot.ts';
import { fiatAdSnapshot } from '../../../machines/domain/fiat/fiat-ad.snapshot.ts';
import { fiatOrderSnapshot } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import { ieoOfferingSnapshot } from '../../../machines/domain/ieo/ieo-offering.snapshot.ts';
import { kycReviewSnapshot } from '../../../machines/domain/verification/kyc-review.snapshot.ts';
import { withdrawalSnapshot } from '../../../machines/domain/wallet/withdrawal.snapshot.ts';

/** Stand-in for the operator, because the open actions are the same for all operators. */
const by = { role: 'operator', userId: 1 } as const;
/** Stand-in for the owner, whom no query here needs. */
const OWNER = 2;

/**
 * Context values for the record's start, its owner or its timers, which no event of an operator
 * depends on.
 */
const OF_NO_CONCERN = {
  withdrawal: {
    ownerId: OWNER,
    value: '0',
    autoApproveBelow: '0',
    broadcastTimeoutMs: 0,
    refusal: null,
    operatorId: null,
  },
  ad: {
    merchantId: OWNER,
    opensAtOnce: true,
    total: '0',
    remaining: '0',
    inOrders: '0',
    sold: '0',
  },
} as const;

/** An operator's open actions on a withdrawal. */
interface WithdrawalDesk {
  readonly canApprove: boolean;
  /** Retry it immediately, with a higher network fee if needed. */
  readonly canRelease: boolean;
  readonly canReject: boolean;
  /** Decide a withdrawal whose payment is uncertain. */
  readonly canResolve: boolean;
  /** Whether it waits for a decision of an operator. */
  readonly isWaiting: boolean;
}

export function withdrawalDesk(withdrawal: Withdrawal): WithdrawalDesk {
  const snapshot = withdrawalSnapshot(
    {
      ...OF_NO_CONCERN.withdrawal,
      requiredConfirmations: withdrawal.required_confirmations,
      confirmations: withdrawal.confirmations,
      transactionHash: withdrawal.transaction_hash,
      reason: withdrawal.reason,
      reasonText: withdrawal.reason_text,
      revision: withdrawal.revision,
    },
    withdrawal.phase,
  );
  const canApprove = snapshot.can({ type: 'withdrawal.approve', by });
  const canResolve = snapshot.can({ type: 'withdrawal.rebroadcast', by });
  return {
    canApprove,
    canRelease: snapshot.can({ type: 'withdrawal.release', by, feeMaxFactor: 1 }),
    canReject: snapshot.can({ type: 'withdrawal.reject', by, reason: 'other', text: null }),
    canResolve,
    isWaiting: canApprove || canResolve,
  };
}

/** Returns whether a submission waits for a verdict. */
export const canDecideReview = ({ id, state }: Pick<Review, 'id' | 'state'>): boolean =>
  kycReviewSnapshot(OWNER, state, Number(id)).can({
    type: 'verification.certify',
    by,
    submissionId: Number(id),
  });

/** Returns whether a ticket waits for an answer. */
export const awaitsAnswer = ({ state }: Pick<Feedback, 'state'>): boolean =>
  feedbackTicketSnapshot(OWNER, state).matches('awaitingReply');

/** Returns whether an operator can decide the dispute now. */
export const canAwardDispute = (dispute: Pick<Dispute, 'state' | 'end' | 'claimed_by'>): boolean =>
  fiatOrderSnapshot({
    state: dispute.state,
    end: dispute.end,
    applicant: dispute.claimed_by,
    // These only affect the two sides' actions; operators need neither.
    postponements: 0,
    is_overtime: false,
  }).can({ type: 'dispute.award', by, to: 'buyer', isPaymentFalse: false, text: '' });

/** Returns whether an ad can be removed from the market. */
export const canRemoveAd = ({ side, state, removal }: OperatorFiatAd): boolean =>
  fiatAdSnapshot({ ...OF_NO_CONCERN.ad, side, removal }, state).can({
    type: 'ad.remove',
    by,
    text: '',
  });

/** Returns whether an offering is a draft, and whether an operator can cancel or discard it now. */
export function offeringDesk({ phase }: { readonly phase: OfferingPhase }) {
  const snapshot = ieoOfferingSnapshot(phase);
  return {
    isDraft: snapshot.matches('draft'),
    canCancel: snapshot.can({ type: 'offering.cancel', by }),
  };
}
