/** Feedback tickets: users ask, operators answer. The owner's row is locked before a ticket of theirs. */
import { createHash } from 'node:crypto';
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { FeedbackDetail } from '../../../contract/feedback/feedback.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Executor, Transaction } from '../../kit/db/database.ts';
import { commandTransaction, refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import { unlessTaken } from '../../kit/db/transaction.ts';
import { lockLifecycle } from '../../kit/lifecycle/lifecycles.repo.ts';
import type { TakenStep } from '../../kit/lifecycle/record-steps.ts';
import { bindPictures, ticketsOf } from '../../kit/pictures/bind-pictures.ts';
import type { PictureBinder } from '../../kit/pictures/pictures.types.ts';
import { FEEDBACK_TICKET } from './feedback-lifecycle.ts';
import {
  createTicketSteps,
  ticketStateOf,
  type TicketSteps,
  type TicketStepsParts,
} from './feedback-steps.ts';
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

interface FeedbackParts extends TicketStepsParts {
  readonly database: Database;
  readonly pictures: PictureBinder;
}

/** The ticket after a message; it has no step when the message existed already. */
interface Written {
  readonly ticket: Ticket;
  readonly step: TakenStep<Ticket> | null;
  readonly detail: FeedbackDetail;
}

export function createFeedbackService(parts: FeedbackParts): FeedbackService {
  return new DatabaseFeedback(parts);
}

class DatabaseFeedback implements FeedbackService {
  readonly #parts: FeedbackParts;
  readonly #steps: TicketSteps;

  constructor(parts: FeedbackParts) {
    this.#parts = parts;
    this.#steps = createTicketSteps(parts);
  }

  async create(
    { userId, idempotencyKey, deadline }: TicketWish,
    fields: TicketFields,
    now: EpochMs,
  ) {
    const { database } = this.#parts;
    const terms = hashOf(fields);
    const answer = await commandTransaction(database, async (tx) => {
      await lockOwner(tx, userId);
      const first = await findKeyedTicket(tx, userId, idempotencyKey);
      if (first !== undefined)
        return first.terms === terms
          ? ok(await this.#written(tx, first, null))
          : refuse('idempotency_key_reused');
      if (deadline.hasPassed()) return refuse('command_expired');
      const pictures = await this.#bindPictures(tx, userId, fields.pictures, now);
      if (!pictures.ok) return pictures;
      const begun = await this.#steps.begin(tx, { ownerId: userId }, now, async (step) => {
        const facts = await insertTicket(tx, {
          userId,
          type: fields.type,
          title: fields.title,
          state: ticketStateOf(step),
          revision: step.revision,
          idempotencyKey,
          terms,
          createdAtMs: now,
          updatedAtMs: now,
        });
        return { id: facts.id, facts };
      });
      if (!begun.ok) return begun;
      const ticket = begun.value.facts;
      if (await hasTooMany(tx, userId)) return refuse('too_many_open_feedback');
      const written = { content: fields.content, pictureIds: pictures.value, atMs: now };
      await insertMessage(tx, { ...written, ticketId: ticket.id });
      return ok(await this.#written(tx, ticket, begun.value));
    });
    return this.#published(answer);
  }

  async reply(
    userId: number,
    ticketId: number,
    { client_id: clientId, ...fields }: ReplyFields,
    now: EpochMs,
  ) {
    const { database } = this.#parts;
    const answer = await refusableTransaction(database, async (tx) => {
      await lockOwner(tx, userId);
      const found = await findTicket(tx, ticketId, userId);
      // An earlier call has stored the message, and its answer was lost.
      if (found !== undefined && (await hasMessage(tx, ticketId, clientId)))
        return ok(await this.#written(tx, found, null));
      const pictures = await this.#bindPictures(tx, userId, fields.pictures, now);
      if (!pictures.ok) return pictures;
      if (found === undefined) return refuse('feedback_not_found');
      const event = { type: 'ticket.write', by: { role: 'person', userId } } as const;
      const taken = await this.#steps.send(tx, { id: ticketId, event }, { now });
      if (taken === null) return refuse('feedback_answer_awaited');
      if (!taken.ok) return taken;
      if (await hasTooMany(tx, userId)) return refuse('too_many_open_feedback');
      const written = { content: fields.content, pictureIds: pictures.value, atMs: now };
      await insertMessage(tx, { ...written, ticketId, clientId });
      return ok(await this.#written(tx, taken.value.facts, taken.value));
    });
    return this.#published(answer);
  }

  /** Returns the ticket as it is when a concurrent call has stored the message. */
  answer(wanted: Answer) {
    return unlessTaken(
      () => this.#answerOnce(wanted),
      () => this.#find(wanted.ticketId),
    );
  }

  async #answerOnce(wanted: Answer) {
    const { ticketId, operatorId, clientId, content, now, alsoWrite } = wanted;
    const { database } = this.#parts;
    const answer = await refusableTransaction<Written, 'feedback_not_found' | 'record_changed'>(
      database,
      async (tx) => {
        const event = {
          type: 'ticket.answer',
          by: { role: 'operator', userId: operatorId },
        } as const;
        await lockLifecycle(tx, FEEDBACK_TICKET.kind, ticketId);
        const seen = await findTicket(tx, ticketId);
        if (seen === undefined) return refuse('feedback_not_found');
        // An earlier call has stored the message, and its answer was lost.
        if (await hasMessage(tx, ticketId, clientId))
          return ok(await this.#written(tx, seen, null));
        if (seen.revision !== wanted.revision) return refuse('record_changed');
        const taken = ensure(
          await this.#steps.send(tx, { id: ticketId, event }, { now }),
          `ticket ${ticketId}: an operator may always answer`,
        );
        if (!taken.ok) return taken;
        const { facts: ticket } = taken.value;
        const written = { ticketId, operatorId, clientId, content, pictureIds: [], atMs: now };
        await insertMessage(tx, written);
        await alsoWrite(tx, ticket);
        return ok(await this.#written(tx, ticket, taken.value));
      },
    );
    if (!answer.ok) return answer;
    const { step, detail } = answer.value;
    await step?.finish();
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

  #bindPictures(tx: Transaction, ownerId: number, tickets: string, now: EpochMs) {
    const binding = { purpose: 'feedback', ownerId, now } as const;
    return bindPictures(this.#parts.pictures, tx, ticketsOf(tickets), binding);
  }

  async #written(
    tx: Transaction,
    ticket: Ticket,
    step: TakenStep<Ticket> | null,
  ): Promise<Written> {
    return { ticket, step, detail: await this.#detail(tx, ticket) };
  }

  /** Runs after the commit. For a repeated message, publishes the ticket once more. */
  async #published<E extends ErrorName>(
    answer: Result<Written, E>,
  ): Promise<Result<FeedbackDetail, E>> {
    if (!answer.ok) return answer;
    const { ticket, step, detail } = answer.value;
    if (step !== null) await step.finish();
    else
      this.#parts.updates.publish(ticket.userId, { kind: 'feedback', record: toFeedback(ticket) });
    return ok(detail);
  }
}

/** Returns a hash of the fields, to recognize a key that is reused for another ticket. */
const hashOf = (fields: TicketFields): string =>
  createHash('sha256')
    .update(JSON.stringify(fields, Object.keys(fields).toSorted()))
    .digest('base64url');

/** Checked after the change, which is rolled back when the limit is exceeded. */
async function hasTooMany(tx: Transaction, userId: number): Promise<boolean> {
  return (await countAwaiting(tx, userId)) > LIMITS.feedback_open_max;
}
