/** Statements of the development mailbox. */
import { desc, eq, lt } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../db/database.ts';
import { developmentMessages } from '../db/schema/identity.ts';

export type DevelopmentMessage = typeof developmentMessages.$inferSelect;
export type NewDevelopmentMessage = typeof developmentMessages.$inferInsert;

export async function insertMessage(
  database: Executor,
  message: NewDevelopmentMessage,
): Promise<void> {
  await database.insert(developmentMessages).values(message);
}

/** Messages of one recipient or of all, newest first. */
export function selectMessages(
  database: Executor,
  recipient: string | undefined,
  limit: number,
): Promise<DevelopmentMessage[]> {
  return database
    .select()
    .from(developmentMessages)
    .where(recipient === undefined ? undefined : eq(developmentMessages.recipient, recipient))
    .orderBy(desc(developmentMessages.id))
    .limit(limit);
}

export async function deleteMessagesBefore(database: Executor, before: EpochMs): Promise<void> {
  await database.delete(developmentMessages).where(lt(developmentMessages.sentAtMs, before));
}
