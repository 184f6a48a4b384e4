/** Statements on feedback tickets and what is written in them. */
import { and, asc, count, desc, eq, gt, lt } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { FeedbackState } from '../../../contract/people/people.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { feedbackMessages, feedbackTickets } from '../../kit/db/schema/people.ts';

export type Ticket = typeof feedbackTickets.$inferSelect;
export type NewTicket = typeof feedbackTickets.$inferInsert;
export type Message = typeof feedbackMessages.$inferSelect;
export type NewMessage = typeof feedbackMessages.$inferInsert;

/** A ticket and whose it is, as an operator sees it. */
export interface TicketOfPerson {
  readonly ticket: Ticket;
  readonly uid: string;
  readonly account: string;
}

/** No other ticket of this person changes on their part until the transaction ends. */
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

/** Of a person, the ticket that this key has opened. */
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

/** Whether the message that its writer calls so is there. */
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

/** Undefined for one that does not exist, and (where `userId` is given) for one of somebody else. */
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

/** Oldest first. */
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
  /** The last one that was read. */
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
