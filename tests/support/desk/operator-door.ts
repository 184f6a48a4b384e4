/** The decisions of an operator about verifications and tickets, over HTTP on the operators' server. */
import { randomUUID } from 'node:crypto';
import type { VerificationReason } from '../../../contract/verification/verification.ts';
import { errorOf } from '../users/accounts.ts';
import { signInOperator, type TestOperator } from '../operator/operators.ts';
import type { TestServer } from '../servers/test-server.ts';

type Verdict =
  | { readonly isCertified: true }
  | {
      readonly isCertified: false;
      readonly reason: VerificationReason;
      readonly reasonText: string | null;
    };

/** Each call returns the error name, or undefined when it is done. */
export interface OperatorDoor {
  readonly operator: Pick<TestOperator, 'ask' | 'call'>;
  decide(submissionId: number, verdict: Verdict): Promise<string | undefined>;
  answer(ticketId: string, content: string): Promise<string | undefined>;
  /** Ids of a user's submissions, newest first. */
  submissionsOf(userId: number): Promise<readonly number[]>;
}

/** The reason in the audit log. */
const WHY = { reason: 'looked at by a test' };

/** Signs the demo operator in. */
export async function openOperatorDoor(server: TestServer): Promise<OperatorDoor> {
  return doorOf(await signInOperator(server));
}

/** Decides by the calls of the operators' server. */
function doorOf(operator: Pick<TestOperator, 'ask' | 'call'>): OperatorDoor {
  return {
    operator,
    decide: async (submissionId, verdict) =>
      errorOf(
        await operator.call('decideVerification', {
          id: String(submissionId),
          ...WHY,
          ...(verdict.isCertified ? { verdict: 'certify' } : failure(verdict)),
        }),
      ),
    answer: async (ticketId, content) =>
      errorOf(
        await operator.call('replyFeedback', {
          id: ticketId,
          client_id: randomUUID(),
          content,
          ...WHY,
        }),
      ),
    submissionsOf: async (userId) => {
      const query = { user_id: String(userId), size: '100' };
      const { reviews } = await operator.ask('listVerifications', query);
      return reviews.map(({ id }) => Number(id));
    },
  };
}

const failure = ({ reason, reasonText }: Extract<Verdict, { readonly isCertified: false }>) => ({
  verdict: 'fail' as const,
  verdict_reason: reason,
  ...(reasonText !== null && { verdict_text: reasonText }),
});
