/** Statements on chat messages of fiat orders. */
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { ensure } from '../../../../contract/assert.ts';
import type { FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import type { Executor, Transaction } from '../../../kit/db/database.ts';
import { fiatMessages, fiatOrders } from '../../../kit/db/schema/fiat.ts';

export type MessageRow = typeof fiatMessages.$inferSelect;
export type NewMessage = typeof fiatMessages.$inferInsert;

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<MessageRow> {
  const rows = await tx.insert(fiatMessages).values(message).returning();
  return ensure(rows[0], 'the message that was inserted');
}

/** The author of a message: one of the two sides, or an operator. */
type Writer = { readonly senderId: number } | { readonly operatorId: number };

/** Finds the writer's message with this client id. */
export async function findSent(
  database: Executor,
  orderId: number,
  writer: Writer,
  clientId: string,
): Promise<MessageRow | undefined> {
  const rows = await database
    .select()
    .from(fiatMessages)
    .where(
      and(
        eq(fiatMessages.orderId, orderId),
        'senderId' in writer
          ? eq(fiatMessages.senderId, writer.senderId)
          : eq(fiatMessages.operatorId, writer.operatorId),
        eq(fiatMessages.clientId, clientId),
      ),
    );
  return rows[0];
}

/** Returns the newest messages first. @param before limits them to smaller ids. */
export function findMessages(
  database: Executor,
  orderId: number,
  before: number | undefined,
  count: number,
): Promise<MessageRow[]> {
  return database
    .select()
    .from(fiatMessages)
    .where(
      and(
        eq(fiatMessages.orderId, orderId),
        before === undefined ? undefined : lt(fiatMessages.id, before),
      ),
    )
    .orderBy(desc(fiatMessages.id))
    .limit(count);
}

const SEEN = {
  buyer: fiatOrders.buyerSeenId,
  seller: fiatOrders.sellerSeenId,
} as const satisfies Record<FiatParty, unknown>;

/** Notes that a side has seen the messages up to this one. @returns false when they were seen already. */
export async function noteSeen(
  database: Executor,
  orderId: number,
  party: FiatParty,
  messageId: number,
): Promise<boolean> {
  // At most the last message of this order, because a later one must not count as seen.
  const last = sql`(select max(${fiatMessages.id}) from ${fiatMessages}
    where ${fiatMessages.orderId} = ${orderId} and ${fiatMessages.id} <= ${messageId})`;
  const rows = await database
    .update(fiatOrders)
    .set(party === 'buyer' ? { buyerSeenId: last } : { sellerSeenId: last })
    .where(and(eq(fiatOrders.id, orderId), lt(SEEN[party], last)))
    .returning({ id: fiatOrders.id });
  return rows.length === 1;
}
