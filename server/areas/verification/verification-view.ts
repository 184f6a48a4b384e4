/** A verification as its owner sees it. */
import { LIMITS } from '../../../contract/limits.ts';
import type {
  Verification,
  VerificationState,
} from '../../../contract/verification/verification.ts';
import type { Submission } from './verification.repo.ts';
import { maskName, maskNumber } from './masking.ts';

/** Only certified users can withdraw. */
const UNCERTIFIED_DAILY_LIMIT_USDT = 0;

interface VerificationFacts {
  readonly isCertified: boolean;
  /** The verified name; null before certification. */
  readonly realName: string | null;
  /** Revision of the lifecycle; 0 before it has started. */
  readonly revision: number;
  /** The last submission. */
  readonly submission: Submission | undefined;
}

/** A user who is certified without a submission, like the seeded users, is shown as certified. */
export function verificationView({
  isCertified,
  realName,
  revision,
  submission,
}: VerificationFacts): Verification {
  const certifiedLimit = String(LIMITS.withdrawal_daily_limit_usdt);
  return {
    state: stateOf(isCertified, submission),
    revision,
    id_type: submission?.idType ?? null,
    name: submission ? maskName(submission.name) : null,
    real_name: realName,
    card_id: submission ? maskNumber(submission.cardId) : null,
    submitted_at: submission?.submittedAtMs ?? null,
    reviewed_at: submission?.reviewedAtMs ?? null,
    reason: submission?.reason ?? null,
    reason_text: submission?.reasonText ?? null,
    daily_limit: isCertified ? certifiedLimit : String(UNCERTIFIED_DAILY_LIMIT_USDT),
    certified_daily_limit: certifiedLimit,
  };
}

function stateOf(isCertified: boolean, submission: Submission | undefined): VerificationState {
  return isCertified ? 'certified' : (submission?.state ?? 'none');
}
