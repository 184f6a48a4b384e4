/** Feedback tickets, as the calls of a person and the operator console use them. */
import type { Result } from '../../../contract/result.ts';
import type { RequestOf } from '../../../contract/routes.ts';
import type { FeedbackDetail, FeedbackState } from '../../../contract/people/people.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Deadline } from '../../kit/commands/deadline.ts';
import type { Transaction } from '../../kit/db/database.ts';
import type { Ticket, TicketFilter, TicketOfPerson } from './feedback.repo.ts';

/** Of one ticket that a person wants. */
export interface TicketWish {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly deadline: Deadline;
}

export type TicketFields = RequestOf<'createFeedback'>;
export type ReplyFields = Omit<RequestOf<'replyFeedback'>, 'id'>;

export interface TicketPage {
  readonly state: FeedbackState | undefined;
  /** Older than this id. */
  readonly before: number | undefined;
  readonly count: number;
}

/** An operator writes in a ticket. */
export interface Answer {
  readonly ticketId: number;
  /** Of the ticket as the operator saw it. */
  readonly revision: number;
  readonly operatorId: number;
  /** The same again is the same answer. */
  readonly clientId: string;
  /** Plain text. */
  readonly content: string;
  readonly now: EpochMs;
  /** Written down in the transaction of the answer, e.g. its row of the audit log. */
  alsoWrite(tx: Transaction, answered: Ticket): Promise<void>;
}

type WriteError = 'picture_ticket_invalid' | 'too_many_open_feedback';

export interface FeedbackService {
  /** The same key again answers the same ticket, as it is now. */
  create(
    wish: TicketWish,
    fields: TicketFields,
    now: EpochMs,
  ): Promise<Result<FeedbackDetail, WriteError | 'idempotency_key_reused' | 'command_expired'>>;
  /** The owner writes once more: an answered ticket waits for a reply again. */
  reply(
    userId: number,
    ticketId: number,
    fields: ReplyFields,
    now: EpochMs,
  ): Promise<Result<FeedbackDetail, WriteError | 'feedback_not_found' | 'feedback_answer_awaited'>>;
  /** A ticket of somebody else is one that does not exist. */
  find(userId: number, ticketId: number): Promise<Result<FeedbackDetail, 'feedback_not_found'>>;
  /** Those of one person, newest first. */
  listOwn(userId: number, page: TicketPage): Promise<readonly Ticket[]>;

  /** For operators: whose tickets, in any order. */
  list(filter: TicketFilter): Promise<readonly TicketOfPerson[]>;
  /** For operators. */
  findAny(ticketId: number): Promise<Result<FeedbackDetail, 'feedback_not_found'>>;
  /** The owner is told by mail and on their open pages. record_changed: more was written meanwhile, by either side. */
  answer(answer: Answer): Promise<Result<FeedbackDetail, 'feedback_not_found' | 'record_changed'>>;
}
