/** Feedback tickets, as the calls of a user and the operator console use them. */
import type { Result } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import type { FeedbackDetail, FeedbackState } from '../../../contract/feedback/feedback.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/http/deadline.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Ticket, TicketFilter, TicketOfPerson } from './feedback.repo.ts';

/** The user, the key and the deadline of a request that opens a ticket. */
export interface TicketWish {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
}

export type TicketFields = RequestOf<'createFeedback'>;
export type ReplyFields = Omit<RequestOf<'replyFeedback'>, 'id'>;

export interface TicketPage {
  readonly state: FeedbackState | undefined;
  /** Limits the list to smaller ids. */
  readonly before: number | undefined;
  readonly count: number;
}

/** An operator's answer to a ticket. */
export interface Answer {
  readonly ticketId: number;
  /** The revision of the ticket that the operator saw. */
  readonly revision: number;
  readonly operatorId: number;
  /** Identifies the answer: a repeated id is the same answer. */
  readonly clientId: string;
  /** Plain text. */
  readonly content: string;
  readonly now: EpochMs;
  /** Runs in the transaction of the answer, e.g. to insert its row of the audit log. */
  alsoWrite(tx: Transaction, answered: Ticket): Promise<void>;
}

type WriteError = 'picture_ticket_invalid' | 'too_many_open_feedback';

export interface FeedbackService {
  /** Idempotent: a repeated key returns the existing ticket in its present state. */
  create(
    wish: TicketWish,
    fields: TicketFields,
    now: EpochMs,
  ): Promise<Result<FeedbackDetail, WriteError | 'idempotency_key_reused' | 'command_expired'>>;
  /** Adds a message of the owner: an answered ticket waits for a reply again. */
  reply(
    userId: number,
    ticketId: number,
    fields: ReplyFields,
    now: EpochMs,
  ): Promise<Result<FeedbackDetail, WriteError | 'feedback_not_found' | 'feedback_answer_awaited'>>;
  /** Rejects a ticket of another user with `feedback_not_found`. */
  find(userId: number, ticketId: number): Promise<Result<FeedbackDetail, 'feedback_not_found'>>;
  /** Returns the tickets of one user, newest first. */
  listOwn(userId: number, page: TicketPage): Promise<readonly Ticket[]>;

  /** Lists tickets of one user or of all, for operators. */
  list(filter: TicketFilter): Promise<readonly TicketOfPerson[]>;
  /** Finds any ticket, for operators. */
  findAny(ticketId: number): Promise<Result<FeedbackDetail, 'feedback_not_found'>>;
  /**
   * Answers a ticket. The owner is notified by mail and on their open pages. record_changed: either
   * side has written since the revision that the operator saw.
   */
  answer(answer: Answer): Promise<Result<FeedbackDetail, 'feedback_not_found' | 'record_changed'>>;
}
