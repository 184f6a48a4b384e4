/** Statements on verification codes. */
import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { LIMITS } from '../../../contract/limits.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { verificationCodes } from '../../kit/db/schema/identity.ts';

export type StoredCode = typeof verificationCodes.$inferSelect;
/** The scene that a code may be used for. */
export type StoredScene = StoredCode['scene'];
type NewCode = Pick<
  StoredCode,
  'account' | 'scene' | 'codeHash' | 'salt' | 'sentAtMs' | 'expiresAtMs'
>;

const isOf = (account: string, scene: StoredScene) =>
  and(eq(verificationCodes.account, account), eq(verificationCodes.scene, scene));

/** Replaces the account's code of the scene. @returns false when the last one is younger than the resend wait. */
export async function replaceCode(database: Executor, code: NewCode): Promise<boolean> {
  const rows = await database
    .insert(verificationCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [verificationCodes.account, verificationCodes.scene],
      set: { ...code, wrongTries: 0, consumedAtMs: null },
      setWhere: lte(verificationCodes.sentAtMs, code.sentAtMs - LIMITS.verification_code_resend_ms),
    })
    .returning({ account: verificationCodes.account });
  return rows.length === 1;
}

export async function findCode(
  database: Executor,
  account: string,
  scene: StoredScene,
): Promise<StoredCode | undefined> {
  const rows = await database.select().from(verificationCodes).where(isOf(account, scene));
  return rows[0];
}

/** Finds the code and locks it until the transaction ends, so that parallel attempts are counted one by one. */
export async function lockCode(
  transaction: Executor,
  account: string,
  scene: StoredScene,
): Promise<StoredCode | undefined> {
  const rows = await transaction
    .select()
    .from(verificationCodes)
    .where(isOf(account, scene))
    .for('update');
  return rows[0];
}

export async function countWrongTry(
  transaction: Executor,
  account: string,
  scene: StoredScene,
): Promise<void> {
  await transaction
    .update(verificationCodes)
    .set({ wrongTries: sql`${verificationCodes.wrongTries} + 1` })
    .where(isOf(account, scene));
}

/** Marks exactly this code as used. @returns false when it was used or replaced, or has expired. */
export async function consumeCode(
  transaction: Executor,
  code: StoredCode,
  now: EpochMs,
): Promise<boolean> {
  const rows = await transaction
    .update(verificationCodes)
    .set({ consumedAtMs: now })
    .where(
      and(
        isOf(code.account, code.scene),
        eq(verificationCodes.codeHash, code.codeHash),
        isNull(verificationCodes.consumedAtMs),
        gt(verificationCodes.expiresAtMs, now),
      ),
    )
    .returning({ account: verificationCodes.account });
  return rows.length === 1;
}

export async function deleteExpiredCodes(database: Executor, before: EpochMs): Promise<void> {
  await database.delete(verificationCodes).where(lt(verificationCodes.expiresAtMs, before));
}
