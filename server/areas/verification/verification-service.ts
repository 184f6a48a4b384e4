/**
 * Real-name verification: submissions of users and decisions of reviewers. The user's row is locked
 * first, then their lifecycle, so that two verifications of one user never run concurrently.
 */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Verification } from '../../../contract/verification/verification.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { KycReviewEvent } from '../../../machines/domain/verification/kyc-review.events.ts';
import {
  canSubmit,
  kycReviewSnapshot,
} from '../../../machines/domain/verification/kyc-review.snapshot.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import { unlessTaken } from '../../kit/db/transaction.ts';
import { KeyedQueue } from '../../kit/queue/concurrency.ts';
import type { Lifecycles } from '../../kit/lifecycle/lifecycles.types.ts';
import { bindPictures } from '../../kit/pictures/bind-pictures.ts';
import type { PictureBinder } from '../../kit/pictures/pictures.types.ts';
import type { UserUpdates } from '../../kit/user-updates.types.ts';
import { guardDocument } from './document-guard.ts';
import { readIdNumber } from './id-numbers.ts';
import { KYC_REVIEW } from './verification-lifecycle.ts';
import {
  createVerificationSteps,
  type VerificationSteps,
  type VerificationStepsParts,
} from './verification-steps.ts';
import {
  findLastSubmission,
  findSubmission,
  insertSubmission,
  findCertification,
  isDocumentTaken,
  listSubmissions,
  lockPerson,
  type Submission,
  type SubmissionFilter,
  type Verdict,
} from './verification.repo.ts';
import type {
  DecideError,
  Decision,
  Finding,
  VerificationService,
  SubmissionFields,
  SubmitError,
} from './verification.types.ts';
import { verificationView } from './verification-view.ts';

export interface VerificationParts extends VerificationStepsParts {
  readonly database: Database;
  readonly lifecycles: Pick<Lifecycles, 'read'>;
  readonly pictures: PictureBinder;
  readonly updates: UserUpdates;
  /** Called when the cached access rights of a user are outdated. */
  forgetAccess(userId: number): void;
}

export function createVerificationService(parts: VerificationParts): VerificationService {
  return new DatabaseVerification(parts);
}

class DatabaseVerification implements VerificationService {
  readonly #parts: VerificationParts;
  readonly #steps: VerificationSteps;
  /** Makes a user's attempts sequential, so that no attempt is refused because of unfinished ones. */
  readonly #queue = new KeyedQueue();

  constructor(parts: VerificationParts) {
    this.#parts = parts;
    this.#steps = createVerificationSteps(parts);
  }

  find(userId: number): Promise<Verification> {
    return this.#view(this.#parts.database, userId);
  }

  list(filter: SubmissionFilter) {
    return listSubmissions(this.#parts.database, filter);
  }

  async submit(
    userId: number,
    fields: SubmissionFields,
    now: EpochMs,
  ): Promise<Result<Verification, SubmitError>> {
    const { database, updates } = this.#parts;
    const answer = await this.#queue.run(String(userId), () =>
      guardDocument(database, userId, now, () =>
        refusableTransaction<Verification, SubmitError>(database, (tx) =>
          this.#submit(tx, userId, fields, now),
        ),
      ),
    );
    if (answer.ok) updates.publish(userId, { kind: 'verification', record: answer.value });
    return answer;
  }

  async decide(decision: Decision): Promise<Result<Submission, DecideError>> {
    const { database, updates, forgetAccess } = this.#parts;
    const found = await findSubmission(database, decision.submissionId);
    if (found === undefined) return refuse('review_not_found');
    const { userId } = found;
    const answer = await this.#decideOnce(found, decision);
    if (!answer.ok) return answer;
    const { submission, verification, step } = answer.value;
    forgetAccess(userId);
    updates.publish(userId, { kind: 'verification', record: verification });
    await step.finish();
    return ok(submission);
  }

  async #submit(
    tx: Transaction,
    userId: number,
    fields: SubmissionFields,
    now: EpochMs,
  ): Promise<Result<Verification, SubmitError>> {
    const { lifecycles } = this.#parts;
    const isVerified = await lockPerson(tx, userId);
    const pictures = await this.#bindPictures(tx, userId, fields, now);
    if (!pictures.ok) return pictures;
    const present = await lifecycles.read(tx, KYC_REVIEW, userId);
    const before = present?.snapshot ?? kycReviewSnapshot(userId, 'none');
    if (isVerified) return refuse('already_verified');
    if (!canSubmit(before, userId)) return refuse('verification_in_review');
    const cardId = readIdNumber(fields.id_type, fields.card_id, utcDay(now));
    if (cardId === null) return refuse('id_number_invalid');
    const document = { idType: fields.id_type, cardId };
    if (await isDocumentTaken(tx, document, userId)) return refuse('id_number_taken');
    const submissionId = await insertSubmission(tx, {
      ...document,
      ...pictures.value,
      userId,
      name: fields.name,
      state: 'in_review',
      submittedAtMs: now,
    });
    const cause = { now, decided: null };
    if (present === undefined)
      await this.#steps.start(tx, { id: userId, input: { userId } }, cause);
    const by = { role: 'person', userId } as const;
    const event = { type: 'verification.submit', by, submissionId } as const;
    ensure(
      await this.#steps.send(tx, { id: userId, event }, cause),
      `submission ${submissionId}: a state that takes it`,
    );
    return ok(await this.#view(tx, userId));
  }

  /**
   * Binds the pictures in the order of the form. A ticket that the form has twice is refused, because its
   * first use has redeemed it.
   */
  async #bindPictures(
    tx: Transaction,
    ownerId: number,
    { front_pic: front, reverse_pic: reverse, hand_pic: hand }: SubmissionFields,
    now: EpochMs,
  ): Promise<
    Result<
      Pick<Submission, 'frontPictureId' | 'reversePictureId' | 'handPictureId'>,
      'picture_ticket_invalid'
    >
  > {
    const binding = { purpose: 'real_name', ownerId, now } as const;
    const tickets = [front, reverse, hand];
    const bound = await bindPictures(this.#parts.pictures, tx, tickets, binding);
    if (!bound.ok) return bound;
    const [frontPictureId = '', reversePictureId = '', handPictureId = ''] = bound.value;
    return ok({ frontPictureId, reversePictureId, handPictureId });
  }

  #decideOnce(found: Submission, decision: Decision) {
    return unlessTaken(
      () => refusableTransaction(this.#parts.database, (tx) => this.#decide(tx, found, decision)),
      // Another user was certified by the same document at the same moment.
      () => refuse('id_number_taken'),
    );
  }

  async #decide(tx: Transaction, found: Submission, decision: Decision) {
    const { id: submissionId, userId } = found;
    const { finding, operatorId, now } = decision;
    await lockPerson(tx, userId);
    const event = eventOf(submissionId, operatorId, finding);
    // The lock on the user prevents changes in between.
    const present = await this.#parts.lifecycles.read(tx, KYC_REVIEW, userId);
    if (present?.snapshot.can(event) !== true) return refuse('already_decided');
    if (finding.isCertified && (await isDocumentTaken(tx, found, userId)))
      return refuse('id_number_taken');
    const verdict = verdictOf(finding, operatorId, now);
    const cause = { now, decided: { submissionId, verdict } };
    const taken = await this.#steps.send(tx, { id: userId, event }, cause);
    if (taken === null) return refuse('already_decided');
    if (!taken.ok) return taken;
    const submission = { ...found, ...verdict };
    await decision.alsoWrite(tx, submission);
    return ok({ submission, step: taken.value, verification: await this.#view(tx, userId) });
  }

  async #view(database: Executor, userId: number): Promise<Verification> {
    const lifecycle = await this.#parts.lifecycles.read(database, KYC_REVIEW, userId);
    return verificationView({
      ...(await findCertification(database, userId)),
      revision: lifecycle?.revision ?? 0,
      submission: await findLastSubmission(database, userId),
    });
  }
}

function eventOf(submissionId: number, operatorId: number, finding: Finding): KycReviewEvent {
  const by = { role: 'operator', userId: operatorId } as const;
  return finding.isCertified
    ? { type: 'verification.certify', by, submissionId }
    : {
        type: 'verification.refuse',
        by,
        submissionId,
        reason: finding.reason,
        reasonText: finding.reasonText,
      };
}

function verdictOf(finding: Finding, operatorId: number, now: EpochMs): Verdict {
  const reviewed = { operatorId, reviewedAtMs: now };
  return finding.isCertified
    ? { ...reviewed, state: 'certified', reason: null, reasonText: null }
    : { ...reviewed, state: 'failed', reason: finding.reason, reasonText: finding.reasonText };
}

/** Returns `YYYYMMDD`, UTC. */
const utcDay = (now: EpochMs): string =>
  new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
