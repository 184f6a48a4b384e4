/** The effects of a verification's steps on this server: the verdict in its row, access rights, a mail. */
import type { EpochMs } from '../../../contract/time.ts';
import type { kycReviewKind } from '../../../machines/domain/verification/kyc-review.kind.ts';
import { ok } from '../../../contract/result.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { UserNotices } from '../identity/identity.area.ts';
import { KYC_REVIEW } from './verification-lifecycle.ts';
import { certifyUser, updateVerdict, type Verdict } from './verification.repo.ts';

type Kind = typeof kycReviewKind;

export interface VerificationStepsParts {
  readonly notices: UserNotices;
}

/** The reviewer's decision; null for a submission. */
interface VerificationCause {
  readonly now: EpochMs;
  readonly decided: { readonly submissionId: number; readonly verdict: Verdict } | null;
}

interface VerificationFacts {
  readonly userId: number;
  readonly isCertified: boolean;
  readonly now: EpochMs;
}

export type VerificationSteps = RecordSteps<Kind, VerificationFacts, VerificationCause>;

export const createVerificationSteps = ({ notices }: VerificationStepsParts): VerificationSteps =>
  new RecordSteps<Kind, VerificationFacts, VerificationCause>({
    spec: KYC_REVIEW,
    async write(tx, userId, { snapshot }, { decided, now }) {
      if (decided !== null) await updateVerdict(tx, decided.submissionId, decided.verdict);
      return { userId, isCertified: snapshot.matches('certified'), now };
    },
    effects: {
      openGates: {
        async inTransaction(tx, { userId }) {
          await certifyUser(tx, userId);
          return ok(null);
        },
      },
      notifyPerson: {
        async inTransaction(tx, { userId, isCertified, now }) {
          const kind = isCertified ? 'verificationCertified' : 'verificationFailed';
          await notices.put(tx, userId, { kind }, now);
          return ok(null);
        },
      },
    },
  });
