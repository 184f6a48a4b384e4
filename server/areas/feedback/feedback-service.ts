/** Feedback tickets: people ask, operators answer. The owner's row is locked before a ticket of theirs. */
import { createHash } from 'node:crypto';
import { assert, assertNever } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalogue.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { FeedbackDetail } from '../../../contract/people/people.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  FeedbackTicketEffect,
  feedbackTicketMachine,
} from '../../../machines/domain/feedback/feedback-ticket.machine.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { commandTransaction, refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import { sqlStateOf } from '../../kit/db/transaction.ts';
import { lockLifecycle } from '../../kit/lifecycle/lifecycles.repo.ts';
import type { Lifecycles, LifecycleStep } from '../../kit/lifecycle/lifecycles.types.ts';
import type { PersonNotices } from '../identity/identity.area.ts';
import type { PictureBinder } from '../../kit/pictures/pictures.types.ts';
import type { UserNews } from '../../kit/user-news/user-news.types.ts';
import { FEEDBACK_TICKET } from './feedback-lifecycle.ts';
import { toFeedback, toFeedbackDetail } from './feedback-wire.ts';
import {
  countAwaiting,
  findKeyedTicket,
  findMessages,
  findTicket,
  hasMessage,
  insertMessage,
  insertTicket,
  listTickets,
  lockOwner,
  updateTicket,
  type Ticket,
  type TicketFilter,
} from './feedback.repo.ts';
import type {
  Answer,
  FeedbackService,
  ReplyFields,
  TicketFields,
  TicketPage,
  TicketWish,
} from './feedback.types.ts';

export interface FeedbackParts {
  readonly database: Database;
  readonly lifecycles: Lifecycles;
  readonly pictures: PictureBinder;
  readonly news: UserNews;
  readonly notices: PersonNotices;
}

const UNIQUE_VIOLATION = '23505';

type Step = LifecycleStep<typeof feedbackTicketMachine>;

/** An answer to a ticket; null where it had been written before. */
interface Answered {
  readonly ticket: Ticket | null;
  readonly isOwnerTold: boolean;
  readonly detail: FeedbackDetail;
}

export function createFeedbackService(parts: FeedbackParts): FeedbackService {
  return new DatabaseFeedback(parts);
}

class DatabaseFeedback implements FeedbackService {
  readonly #parts: FeedbackParts;

  constructor(parts: FeedbackParts) {
    this.#parts = parts;
  }

  async create(
    { userId, idempotencyKey, deadline }: TicketWish,
    fields: TicketFields,
    now: EpochMs,
  ) {
    const { database, lifecycles } = this.#parts;
    const terms = hashOf(fields);
    const answer = await commandTransaction(database, async (tx) => {
      await lockOwner(tx, userId);
      const first = await findKeyedTicket(tx, userId, idempotencyKey);
      if (first !== undefined)
        return first.terms === terms
          ? ok({ ticket: first, detail: await this.#detail(tx, first) })
          : refuse('idempotency_key_reused');
      if (deadline.hasPassed()) return refuse('command_expired');
      const pictures = await this.#bindPictures(tx, userId, fields.pictures, now);
      if (!pictures.ok) return pictures;
      const ticket = await insertTicket(tx, {
        userId,
        type: fields.type,
        title: fields.title,
        state: 'awaiting_reply',
        revision: 1,
        idempotencyKey,
        terms,
        createdAtMs: now,
        updatedAtMs: now,
      });
      if (await hasTooMany(tx, userId)) return refuse('too_many_open_feedback');
      const record = { id: ticket.id, input: { ownerId: userId }, now };
      await lifecycles.start(tx, FEEDBACK_TICKET, record);
      const written = { content: fields.content, pictureIds: [...pictures.value], atMs: now };
      await insertMessage(tx, { ...written, ticketId: ticket.id });
      return ok({ ticket, detail: await this.#detail(tx, ticket) });
    });
    return this.#published(answer);
  }

  async reply(
    userId: number,
    ticketId: number,
    { client_id: clientId, ...fields }: ReplyFields,
    now: EpochMs,
  ) {
    const { database, lifecycles } = this.#parts;
    const answer = await refusableTransaction(database, async (tx) => {
      await lockOwner(tx, userId);
      const found = await findTicket(tx, ticketId, userId);
      // Its answer was lost on the way.
      if (found !== undefined && (await hasMessage(tx, ticketId, clientId)))
        return ok({ ticket: found, detail: await this.#detail(tx, found) });
      const pictures = await this.#bindPictures(tx, userId, fields.pictures, now);
      if (!pictures.ok) return pictures;
      if (found === undefined) return refuse('feedback_not_found');
      const event = { type: 'ticket.write', by: { role: 'person', userId } } as const;
      const taken = await lifecycles.send(tx, FEEDBACK_TICKET, { id: ticketId, event, now });
      if (taken.kind !== 'done') return refuse('feedback_answer_awaited');
      const ticket = await keep(tx, ticketId, taken.step, now);
      if (await hasTooMany(tx, userId)) return refuse('too_many_open_feedback');
      const written = { content: fields.content, pictureIds: [...pictures.value], atMs: now };
      await insertMessage(tx, { ...written, ticketId, clientId });
      return ok({ ticket, detail: await this.#detail(tx, ticket) });
    });
    return this.#published(answer);
  }

  async answer(wanted: Answer) {
    try {
      return await this.#answerOnce(wanted);
    } catch (error) {
      // It was written before, and its answer was lost on the way.
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return this.#find(wanted.ticketId);
      throw error;
    }
  }

  async #answerOnce(wanted: Answer) {
    const { ticketId, operatorId, clientId, content, now, alsoWrite } = wanted;
    const { database, lifecycles, notices } = this.#parts;
    const answer = await refusableTransaction<Answered, 'feedback_not_found' | 'record_changed'>(
      database,
      async (tx) => {
        const event = {
          type: 'ticket.answer',
          by: { role: 'operator', userId: operatorId },
        } as const;
        await lockLifecycle(tx, FEEDBACK_TICKET.kind, ticketId);
        const seen = await findTicket(tx, ticketId);
        if (seen === undefined) return refuse('feedback_not_found');
        // Its answer was lost on the way.
        if (await hasMessage(tx, ticketId, clientId))
          return ok({ ticket: null, isOwnerTold: false, detail: await this.#detail(tx, seen) });
        if (seen.revision !== wanted.revision) return refuse('record_changed');
        const taken = await lifecycles.send(tx, FEEDBACK_TICKET, { id: ticketId, event, now });
        assert(taken.kind === 'done', `ticket ${ticketId}: an operator may always answer`);
        const ticket = await keep(tx, ticketId, taken.step, now);
        const written = { ticketId, operatorId, clientId, content, pictureIds: [], atMs: now };
        await insertMessage(tx, written);
        await alsoWrite(tx, ticket);
        const isOwnerTold = tellsOwner(taken.step);
        return ok({ ticket, isOwnerTold, detail: await this.#detail(tx, ticket) });
      },
    );
    if (!answer.ok) return answer;
    const { ticket, isOwnerTold, detail } = answer.value;
    if (ticket === null) return ok(detail);
    this.#publish(ticket);
    if (isOwnerTold) notices.tell(ticket.userId, { kind: 'feedbackReplied' });
    return ok(detail);
  }

  find(userId: number, ticketId: number) {
    return this.#find(ticketId, userId);
  }

  findAny(ticketId: number) {
    return this.#find(ticketId);
  }

  async listOwn(userId: number, { state, before, count }: TicketPage): Promise<readonly Ticket[]> {
    const filter = { state, userId, order: 'newest first', beyond: before, count } as const;
    return (await listTickets(this.#parts.database, filter)).map(({ ticket }) => ticket);
  }

  list(filter: TicketFilter) {
    return listTickets(this.#parts.database, filter);
  }

  async #find(
    ticketId: number,
    userId?: number,
  ): Promise<Result<FeedbackDetail, 'feedback_not_found'>> {
    const { database } = this.#parts;
    const ticket = await findTicket(database, ticketId, userId);
    return ticket === undefined
      ? refuse('feedback_not_found')
      : ok(await this.#detail(database, ticket));
  }

  async #detail(database: Executor, ticket: Ticket): Promise<FeedbackDetail> {
    return toFeedbackDetail(ticket, await findMessages(database, ticket.id));
  }

  async #bindPictures(
    tx: Transaction,
    ownerId: number,
    tickets: string,
    now: EpochMs,
  ): Promise<Result<readonly string[], 'picture_ticket_invalid'>> {
    const ids: string[] = [];
    for (const ticket of tickets === '' ? [] : tickets.split(',')) {
      const bound = await this.#parts.pictures.bind(tx, {
        ticket,
        purpose: 'feedback',
        ownerId,
        now,
      });
      if (!bound.ok) return bound;
      ids.push(bound.value);
    }
    return ok(ids);
  }

  /** After the commit. */
  #published<E extends ErrorName>(
    answer: Result<{ readonly ticket: Ticket; readonly detail: FeedbackDetail }, E>,
  ): Result<FeedbackDetail, E> {
    if (!answer.ok) return answer;
    this.#publish(answer.value.ticket);
    return ok(answer.value.detail);
  }

  #publish(ticket: Ticket): void {
    this.#parts.news.publish(ticket.userId, { kind: 'feedback', feedback: toFeedback(ticket) });
  }
}

/** Tells apart what a key was used for. */
const hashOf = (fields: TicketFields): string =>
  createHash('sha256')
    .update(JSON.stringify(fields, Object.keys(fields).toSorted()))
    .digest('base64url');

/** After the change: it is taken back where the answer is yes. */
async function hasTooMany(tx: Transaction, userId: number): Promise<boolean> {
  return (await countAwaiting(tx, userId)) > LIMITS.feedback_open_max;
}

/** The row of the ticket as its lifecycle says now. */
function keep(
  tx: Transaction,
  id: number,
  { snapshot, revision }: Step,
  now: EpochMs,
): Promise<Ticket> {
  const state = snapshot.value === 'replied' ? 'replied' : 'awaiting_reply';
  return updateTicket(tx, id, { state, revision, updatedAtMs: now });
}

/** Whether the owner is to be told after the commit. */
function tellsOwner({ effects }: Step): boolean {
  for (const { type } of effects) {
    const effect = type as FeedbackTicketEffect;
    if (effect !== 'notifyOwner') assertNever(effect);
  }
  return effects.length > 0;
}
