/**
 * Records as operators see them: never advanced here, only read. What the server sent becomes a snapshot of
 * the machine that the server runs, and the machine says what an operator may do now.
 */
import type { Dispute, ShelfAd } from '../../../contract/operator/schemas/disputes.ts';
import type { Review } from '../../../contract/operator/schemas/reviews.ts';
import type { Feedback } from '../../../contract/people/people.ts';
import type { Withdrawal } from '../../../contract/wallet/wallet.ts';
import { feedbackTicketSnapshot } from '../../../machines/domain/feedback/feedback-ticket.snapshot.ts';
import { fiatAdSnapshot } from '../../../machines/domain/fiat/fiat-ad.snapshot.ts';
import { fiatOrderSnapshot } from '../../../machines/domain/fiat/fiat-order.snapshot.ts';
import { kycReviewSnapshot } from '../../../machines/domain/verification/kyc-review.snapshot.ts';
import { withdrawalSnapshot } from '../../../machines/domain/wallet/withdrawal.snapshot.ts';

/** Stands for whoever looks: what operators may do does not depend on which of them does it. */
const by = { role: 'operator', userId: 1 } as const;
/** Stands for whose record it is: nothing here asks for it. */
const OWNER = 2;

/** What decides at the start of a record, or about its owner and its clocks: no operator is asked by it. */
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

/** What an operator may do to a withdrawal now. */
export interface WithdrawalDesk {
  readonly canApprove: boolean;
  /** Have it tried again at once, for more where it is too dear. */
  readonly canRelease: boolean;
  readonly canReject: boolean;
  /** Say what became of one that nobody knows about. */
  readonly canResolve: boolean;
  /** It does not go on until an operator decides. */
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

/** Whether documents wait for a verdict. */
export const canDecideReview = ({ id, state }: Pick<Review, 'id' | 'state'>): boolean =>
  kycReviewSnapshot(OWNER, state, Number(id)).can({
    type: 'verification.certify',
    by,
    submissionId: Number(id),
  });

/** Whether a ticket waits for an answer. */
export const awaitsAnswer = ({ state }: Pick<Feedback, 'state'>): boolean =>
  feedbackTicketSnapshot(OWNER, state).matches('awaitingReply');

/** Whether an operator decides a dispute now. */
export const canAwardDispute = (dispute: Pick<Dispute, 'state' | 'end' | 'claimed_by'>): boolean =>
  fiatOrderSnapshot({
    state: dispute.state,
    end: dispute.end,
    applicant: dispute.claimed_by,
    // They tell apart what the sides may do; an operator waits for neither.
    postponements: 0,
    is_overtime: false,
  }).can({ type: 'dispute.award', by, to: 'buyer', isPaymentFalse: false, text: '' });

/** Whether an ad can be taken off the shelf. */
export const canRemoveAd = ({ side, state, removal }: ShelfAd): boolean =>
  fiatAdSnapshot({ ...OF_NO_CONCERN.ad, side, removal }, state).can({
    type: 'ad.remove',
    by,
    text: '',
  });
