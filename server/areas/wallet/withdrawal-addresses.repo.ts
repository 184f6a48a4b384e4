/** Statements on the addresses that users withdraw to. */
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { users } from '../../kit/db/schema/identity.ts';
import { withdrawalAddresses } from '../../kit/db/schema/wallet.ts';

export type WithdrawalAddressRow = typeof withdrawalAddresses.$inferSelect;

const isBoundBy = (userId: number) =>
  and(eq(withdrawalAddresses.userId, userId), isNull(withdrawalAddresses.removedAtMs));

/** Bound addresses, oldest first. */
export function findAddresses(
  database: Executor,
  userId: number,
  currencyId: number | undefined,
): Promise<WithdrawalAddressRow[]> {
  return database
    .select()
    .from(withdrawalAddresses)
    .where(
      and(
        isBoundBy(userId),
        currencyId === undefined ? undefined : eq(withdrawalAddresses.currencyId, currencyId),
      ),
    )
    .orderBy(asc(withdrawalAddresses.id));
}

/** Returns the number of bound addresses, and locks out other inserts for the user until the transaction ends. */
export async function lockAddressCount(tx: Transaction, userId: number): Promise<number> {
  await tx.execute(sql`select 1 from ${users} where ${users.id} = ${userId} for no key update`);
  const rows = await tx
    .select({ addresses: count() })
    .from(withdrawalAddresses)
    .where(isBoundBy(userId));
  return rows[0]?.addresses ?? 0;
}

/** Returns undefined when the address is bound already. */
export async function insertAddress(
  tx: Transaction,
  address: Omit<typeof withdrawalAddresses.$inferInsert, 'id'>,
): Promise<WithdrawalAddressRow | undefined> {
  const rows = await tx
    .insert(withdrawalAddresses)
    .values(address)
    .onConflictDoNothing()
    .returning();
  return rows[0];
}

/** @returns false when the user has no address of that id. */
export async function removeAddress(
  database: Executor,
  userId: number,
  id: number,
  now: EpochMs,
): Promise<boolean> {
  const rows = await database
    .update(withdrawalAddresses)
    .set({ removedAtMs: now })
    .where(and(isBoundBy(userId), eq(withdrawalAddresses.id, id)))
    .returning({ id: withdrawalAddresses.id });
  return rows.length === 1;
}
