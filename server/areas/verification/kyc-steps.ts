/** The effects of a verification's steps on this server: the verdict in its row, access rights, a mail. */
import type { EpochMs } from '../../../contract/time.ts';
import type { kycReviewKind } from '../../../machines/domain/verification/kyc-review.kind.ts';
import { ok } from '../../../contract/result.ts';
import { RecordSteps } from '../../kit/lifecycle/record-steps.ts';
import type { PersonNotices } from '../identity/identity.area.ts';
import { KYC_REVIEW } from './kyc-lifecycle.ts';
import { certifyUser, updateVerdict, type Verdict } from './kyc.repo.ts';

type Kind = typeof kycReviewKind;

export interface KycStepsParts {
  readonly notices: PersonNotices;
}

/** The reviewer's decision; null for a submission. */
interface KycCause {
  readonly now: EpochMs;
  readonly decided: { readonly submissionId: number; readonly verdict: Verdict } | null;
}

interface KycFacts {
  readonly userId: number;
  readonly isCertified: boolean;
  readonly now: EpochMs;
}

export type KycSteps = RecordSteps<Kind, KycFacts, KycCause>;

export const createKycSteps = ({ notices }: KycStepsParts): KycSteps =>
  new RecordSteps<Kind, KycFacts, KycCause>({
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
