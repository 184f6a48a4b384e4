/** Statements on feedback tickets and their messages. */
import { and, asc, count, desc, eq, gt, lt } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { FeedbackState } from '../../../contract/feedback/feedback.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { feedbackMessages, feedbackTickets } from '../../kit/db/schema/feedback.ts';
import { users } from '../../kit/db/schema/identity.ts';

export type Ticket = typeof feedbackTickets.$inferSelect;
type NewTicket = typeof feedbackTickets.$inferInsert;
export type Message = typeof feedbackMessages.$inferSelect;
type NewMessage = typeof feedbackMessages.$inferInsert;

/** A ticket and its user, as an operator sees them. */
export interface TicketOfPerson {
  readonly ticket: Ticket;
  readonly uid: string;
  readonly account: string;
}

/** Locks the user until the transaction ends, so that changes of their tickets by the user are sequential. */
export async function lockOwner(tx: Transaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function countAwaiting(database: Executor, userId: number): Promise<number> {
  const rows = await database
    .select({ tickets: count() })
    .from(feedbackTickets)
    .where(and(eq(feedbackTickets.userId, userId), eq(feedbackTickets.state, 'awaiting_reply')));
  return ensure(rows[0], 'the count of tickets').tickets;
}

/** Finds the user's ticket that was opened with this key. */
export async function findKeyedTicket(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<Ticket | undefined> {
  const rows = await database
    .select()
    .from(feedbackTickets)
    .where(
      and(eq(feedbackTickets.userId, userId), eq(feedbackTickets.idempotencyKey, idempotencyKey)),
    );
  return rows[0];
}

export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<Ticket> {
  const rows = await tx.insert(feedbackTickets).values(ticket).returning();
  return ensure(rows[0], 'the ticket that was inserted');
}

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<void> {
  await tx.insert(feedbackMessages).values(message);
}

/** Whether the ticket has a message with this client id. */
export async function hasMessage(
  database: Executor,
  ticketId: number,
  clientId: string,
): Promise<boolean> {
  const isIt = and(
    eq(feedbackMessages.ticketId, ticketId),
    eq(feedbackMessages.clientId, clientId),
  );
  return (await database.$count(feedbackMessages, isIt)) > 0;
}

export async function updateTicket(
  tx: Transaction,
  id: number,
  change: Pick<Ticket, 'state' | 'revision' | 'updatedAtMs'>,
): Promise<Ticket> {
  const rows = await tx
    .update(feedbackTickets)
    .set(change)
    .where(eq(feedbackTickets.id, id))
    .returning();
  return ensure(rows[0], `ticket ${id}`);
}

/** Returns undefined when the ticket does not exist, or when it is not of `userId`, if that is given. */
export async function findTicket(
  database: Executor,
  id: number,
  userId?: number,
): Promise<Ticket | undefined> {
  const rows = await database
    .select()
    .from(feedbackTickets)
    .where(
      and(
        eq(feedbackTickets.id, id),
        userId === undefined ? undefined : eq(feedbackTickets.userId, userId),
      ),
    );
  return rows[0];
}

/** Returns the oldest messages first. */
export function findMessages(database: Executor, ticketId: number): Promise<Message[]> {
  return database
    .select()
    .from(feedbackMessages)
    .where(eq(feedbackMessages.ticketId, ticketId))
    .orderBy(asc(feedbackMessages.id));
}

export interface TicketFilter {
  readonly state: FeedbackState | undefined;
  readonly userId: number | undefined;
  readonly order: 'oldest first' | 'newest first';
  /** The id of the last ticket of the previous page; undefined for the first page. */
  readonly beyond: number | undefined;
  readonly count: number;
}

export async function listTickets(
  database: Executor,
  { state, userId, order, beyond, count: size }: TicketFilter,
): Promise<TicketOfPerson[]> {
  const { id } = feedbackTickets;
  const [isBeyond, inOrder] = order === 'oldest first' ? [gt, asc] : [lt, desc];
  const rows = await database
    .select({ ticket: feedbackTickets, uid: users.uid, email: users.email, mobile: users.mobile })
    .from(feedbackTickets)
    .innerJoin(users, eq(users.id, feedbackTickets.userId))
    .where(
      and(
        state && eq(feedbackTickets.state, state),
        userId === undefined ? undefined : eq(feedbackTickets.userId, userId),
        beyond === undefined ? undefined : isBeyond(id, beyond),
      ),
    )
    .orderBy(inOrder(id))
    .limit(size);
  return rows.map(({ ticket, uid, email, mobile }) => ({
    ticket,
    uid,
    account: email ?? mobile ?? '',
  }));
}
