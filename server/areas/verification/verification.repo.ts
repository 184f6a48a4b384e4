/** Statements on submissions for real-name verification. */
import { and, asc, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { kycSubmissions } from '../../kit/db/schema/verification.ts';

export type Submission = typeof kycSubmissions.$inferSelect;
type NewSubmission = typeof kycSubmissions.$inferInsert;
type SubmissionState = Submission['state'];

/** A submission and its user, as a reviewer sees them. */
export interface SubmissionOfPerson {
  readonly submission: Submission;
  readonly uid: string;
  readonly account: string;
}

/**
 * Locks the user until the transaction ends, so that verifications are sequential. Returns whether the
 * user is certified.
 */
export async function lockPerson(tx: Transaction, userId: number): Promise<boolean | undefined> {
  const rows = await tx
    .select({ isUserReal: users.isUserReal })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return rows[0]?.isUserReal;
}

/** Returns whether a user is certified, and the verified name. */
export async function findCertification(
  database: Executor,
  userId: number,
): Promise<{ readonly isCertified: boolean; readonly realName: string | null }> {
  const rows = await database
    .select({ isCertified: users.isUserReal, realName: users.realName })
    .from(users)
    .where(eq(users.id, userId));
  return rows[0] ?? { isCertified: false, realName: null };
}

/** Marks the user as certified, with the name of their submission, which is certified already. */
export async function certifyUser(tx: Transaction, userId: number): Promise<void> {
  const { name, state } = kycSubmissions;
  const realName = sql<string>`(select ${name} from ${kycSubmissions}
    where ${kycSubmissions.userId} = ${userId} and ${state} = 'certified')`;
  await tx.update(users).set({ isUserReal: true, realName }).where(eq(users.id, userId));
}

export async function findLastSubmission(
  database: Executor,
  userId: number,
): Promise<Submission | undefined> {
  const rows = await database
    .select()
    .from(kycSubmissions)
    .where(eq(kycSubmissions.userId, userId))
    .orderBy(desc(kycSubmissions.id))
    .limit(1);
  return rows[0];
}

export async function findSubmission(
  database: Executor,
  id: number,
): Promise<Submission | undefined> {
  const rows = await database.select().from(kycSubmissions).where(eq(kycSubmissions.id, id));
  return rows[0];
}

/** Whether another user is certified by this document. */
export async function isDocumentTaken(
  database: Executor,
  { idType, cardId }: Pick<Submission, 'idType' | 'cardId'>,
  userId: number,
): Promise<boolean> {
  const rows = await database
    .select({ id: kycSubmissions.id })
    .from(kycSubmissions)
    .where(
      and(
        eq(kycSubmissions.idType, idType),
        eq(kycSubmissions.cardId, cardId),
        eq(kycSubmissions.state, 'certified'),
        ne(kycSubmissions.userId, userId),
      ),
    );
  return rows.length > 0;
}

/** @returns its id. */
export async function insertSubmission(
  tx: Transaction,
  submission: NewSubmission,
): Promise<number> {
  const rows = await tx
    .insert(kycSubmissions)
    .values(submission)
    .returning({ id: kycSubmissions.id });
  return ensure(rows[0], 'the submission that was inserted').id;
}

export interface Verdict {
  readonly state: Exclude<SubmissionState, 'in_review'>;
  readonly reason: Submission['reason'];
  readonly reasonText: string | null;
  readonly operatorId: number;
  readonly reviewedAtMs: EpochMs;
}

export async function updateVerdict(tx: Transaction, id: number, verdict: Verdict): Promise<void> {
  await tx.update(kycSubmissions).set(verdict).where(eq(kycSubmissions.id, id));
}

export interface SubmissionFilter {
  readonly state: SubmissionState | undefined;
  readonly userId: number | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** Starts after this submission, the last one of the previous page. */
  readonly beyond: number | undefined;
  readonly count: number;
}

export async function listSubmissions(
  database: Executor,
  { state, userId, order, beyond, count }: SubmissionFilter,
): Promise<SubmissionOfPerson[]> {
  const { id } = kycSubmissions;
  const [isBeyond, inOrder] = order === 'oldest first' ? [gt, asc] : [lt, desc];
  const rows = await database
    .select({
      submission: kycSubmissions,
      uid: users.uid,
      email: users.email,
      mobile: users.mobile,
    })
    .from(kycSubmissions)
    .innerJoin(users, eq(users.id, kycSubmissions.userId))
    .where(
      and(
        state && eq(kycSubmissions.state, state),
        userId === undefined ? undefined : eq(kycSubmissions.userId, userId),
        beyond === undefined ? undefined : isBeyond(id, beyond),
      ),
    )
    .orderBy(inOrder(id))
    .limit(count);
  return rows.map(({ submission, uid, email, mobile }) => ({
    submission,
    uid,
    account: email ?? mobile ?? '',
  }));
}
