/** Statements on withdrawals. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
  isNull,
} from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { users, userSecurity } from '../../kit/db/schema/identity.ts';
import { lifecycleEvents } from '../../kit/db/schema/lifecycles.ts';
import { deposits, withdrawals } from '../../kit/db/schema/wallet.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';

type Phase = WithdrawalRow['phase'];

/** Phases that are never shown, not even to the owner. */
const UNSEEN: readonly Phase[] = ['requested', 'refused'];
/** Phases that take no amount, or have returned it. */
const RETURNED: readonly Phase[] = ['refused', 'rejected', 'cancelled'];
const ENDED: readonly Phase[] = [...RETURNED, 'success'];
/** Phases in which the signed transaction may still pay. */
export const SIGNED: readonly Phase[] = ['broadcasting', 'confirming', 'manual_review'];

export type WithdrawalChange = Partial<Omit<typeof withdrawals.$inferInsert, 'id'>>;

export async function updateWithdrawal(
  tx: Transaction,
  id: number,
  change: WithdrawalChange,
): Promise<WithdrawalRow> {
  const rows = await tx.update(withdrawals).set(change).where(eq(withdrawals.id, id)).returning();
  return ensure(rows[0], `withdrawal ${id}`);
}

/** Finds a withdrawal of any user, in any phase. */
export async function findWithdrawal(
  database: Executor,
  id: number,
): Promise<WithdrawalRow | undefined> {
  const rows = await database.select().from(withdrawals).where(eq(withdrawals.id, id));
  return rows[0];
}

/**
 * Whether nothing may leave the accounts of the user: an operator has disabled them, a hold after a
 * security change has not ended, or the user owes for a reversed deposit. Inside a transaction, `disabled` cannot change before its end.
 */
export async function isOwnerBarred(
  database: Executor,
  userId: number,
  now: EpochMs,
): Promise<boolean> {
  const [user] = await database
    .select({
      disabledAtMs: users.disabledAtMs,
      heldUntilMs: userSecurity.withdrawalHoldUntilMs,
      isOwing: sql<boolean>`exists (
        select from ${deposits} where ${deposits.userId} = ${users.id} and ${deposits.shortfall} > 0)`,
    })
    .from(users)
    .leftJoin(userSecurity, eq(userSecurity.userId, users.id))
    .where(eq(users.id, userId))
    .for('share', { of: users });
  const { disabledAtMs, heldUntilMs, isOwing } = ensure(user, `user ${userId}`);
  return disabledAtMs !== null || (heldUntilMs ?? 0) > now || isOwing;
}

/** Returns the withdrawals of these ids that have not ended. */
export function findUnended(database: Executor, ids: readonly number[]): Promise<WithdrawalRow[]> {
  return database
    .select()
    .from(withdrawals)
    .where(and(inArray(withdrawals.id, [...ids]), notInArray(withdrawals.phase, [...ENDED])));
}

/** Finds a withdrawal that its owner may see; undefined for another user's. */
export async function findOwnWithdrawal(
  database: Executor,
  userId: number,
  id: number,
): Promise<WithdrawalRow | undefined> {
  const row = await findWithdrawal(database, id);
  return row?.userId === userId && !UNSEEN.includes(row.phase) ? row : undefined;
}

export async function findByKey(
  database: Executor,
  userId: number,
  idempotencyKey: string,
): Promise<WithdrawalRow | undefined> {
  const rows = await database
    .select()
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), eq(withdrawals.idempotencyKey, idempotencyKey)));
  return rows[0];
}

export interface WithdrawalFilter {
  /** Limits the list to one user. */
  readonly userId?: number | undefined;
  readonly currencyId?: number | undefined;
  readonly phases?: readonly Phase[] | undefined;
  /** Limits the list to smaller ids. */
  readonly before?: number | undefined;
  /** Returns the oldest first, and only ids above `before`. */
  readonly isOldestFirst?: boolean | undefined;
  readonly count: number;
}

/** Returns withdrawals, newest first by default; without `phases`, only shown withdrawals. */
export function findWithdrawals(
  database: Executor,
  { userId, currencyId, phases, before, isOldestFirst = false, count }: WithdrawalFilter,
): Promise<WithdrawalRow[]> {
  const [isBeyond, inOrder] = isOldestFirst ? [gt, asc] : [lt, desc];
  return database
    .select()
    .from(withdrawals)
    .where(
      and(
        userId === undefined ? undefined : eq(withdrawals.userId, userId),
        currencyId === undefined ? undefined : eq(withdrawals.currencyId, currencyId),
        phases === undefined
          ? notInArray(withdrawals.phase, [...UNSEEN])
          : inArray(withdrawals.phase, [...phases]),
        before === undefined ? undefined : isBeyond(withdrawals.id, before),
      ),
    )
    .orderBy(inOrder(withdrawals.id))
    .limit(count);
}

/** Returns ids of withdrawals in these phases, of one chain or of all, oldest first. */
export async function findIdsIn(
  database: Executor,
  phases: readonly Phase[],
  chain: string | undefined,
): Promise<number[]> {
  const rows = await database
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(
        inArray(withdrawals.phase, [...phases]),
        chain === undefined ? undefined : eq(withdrawals.chain, chain),
      ),
    )
    .orderBy(asc(withdrawals.id));
  return rows.map(({ id }) => id);
}

/** Returns withdrawals of the chain that are approved or wait for review, and are not signed; oldest first. */
export function findUnsigned(database: Executor, chain: string): Promise<WithdrawalRow[]> {
  return database
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.chain, chain),
        inArray(withdrawals.phase, ['pending_review', 'approved']),
        isNull(withdrawals.rawTransaction),
      ),
    )
    .orderBy(asc(withdrawals.id));
}

/** Returns ids of withdrawals in these phases on other chains than these, oldest first. */
export async function findIdsBeyond(
  database: Executor,
  phases: readonly Phase[],
  chains: readonly string[],
): Promise<number[]> {
  const rows = await database
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(inArray(withdrawals.phase, [...phases]), notInArray(withdrawals.chain, [...chains])))
    .orderBy(asc(withdrawals.id));
  return rows.map(({ id }) => id);
}

/** Returns the withdrawals whose signed transactions are watched, oldest first. */
export function findSigned(
  database: Executor,
  chain: string,
  phases: readonly Phase[],
): Promise<WithdrawalRow[]> {
  return database
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.chain, chain),
        inArray(withdrawals.phase, [...phases]),
        isNotNull(withdrawals.rawTransaction),
      ),
    )
    .orderBy(asc(withdrawals.id));
}

/** Returns ids of withdrawals whose due broadcast has not started, oldest first. */
export async function findBroadcastsDue(database: Executor, chain: string): Promise<number[]> {
  const rows = await database
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.chain, chain),
        notInArray(withdrawals.phase, [...ENDED]),
        eq(withdrawals.isBroadcastDue, true),
      ),
    )
    .orderBy(asc(withdrawals.id));
  return rows.map(({ id }) => id);
}

/** Notes the start of a due broadcast. @returns undefined when it was noted before. */
export async function takeBroadcast(
  database: Executor,
  id: number,
): Promise<WithdrawalRow | undefined> {
  const rows = await database
    .update(withdrawals)
    .set({ isBroadcastDue: false })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.isBroadcastDue, true)))
    .returning();
  return rows[0];
}

/** Returns units of USDT that count toward the daily limit of a user. */
export async function sumValueSince(
  database: Executor,
  userId: number,
  since: EpochMs,
): Promise<bigint> {
  const rows = await database
    .select({ sum: sql`coalesce(sum(${withdrawals.value}), 0)`.mapWith(BigInt) })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.userId, userId),
        gte(withdrawals.createdAtMs, since),
        notInArray(withdrawals.phase, [...RETURNED]),
      ),
    );
  return rows[0]?.sum ?? 0n;
}

/** Returns the amounts that will still leave the accounts of a user, by currency. */
export function sumUnderWay(
  database: Executor,
  userId: number,
): Promise<{ currencyId: number; amount: bigint }[]> {
  return database
    .select({
      currencyId: withdrawals.currencyId,
      amount: sql`sum(${withdrawals.amount})`.mapWith(BigInt),
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), notInArray(withdrawals.phase, [...ENDED])))
    .groupBy(withdrawals.currencyId);
}

/** Returns units of a currency in requested withdrawals of the user that may not be frozen yet. */
export async function sumRequested(
  database: Executor,
  userId: number,
  currencyId: number,
): Promise<bigint> {
  const rows = await database
    .select({ sum: sql`coalesce(sum(${withdrawals.amount}), 0)`.mapWith(BigInt) })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.userId, userId),
        eq(withdrawals.currencyId, currencyId),
        eq(withdrawals.phase, 'requested'),
      ),
    );
  return rows[0]?.sum ?? 0n;
}

interface OwnOnChain {
  readonly userId: number;
  readonly chain: string;
  readonly currencyId: number;
  /**
   * Payments of the currency that were mined and paid nothing count as failures. For a contract, so does
   * every withdrawal that was given back as `not_sent`.
   */
  readonly isContract: boolean;
  /** Earlier failures do not count. */
  readonly failedSince: EpochMs;
  /** The withdrawal that is about to be signed: only others that are signed already count as under way. */
  readonly signing: number | undefined;
}

/** For a user's withdrawals on a chain: whether one is under way, and whether one failed. */
export async function findOwnOnChain(
  database: Executor,
  { userId, currencyId, chain, isContract, failedSince, signing }: OwnOnChain,
): Promise<{ readonly isUnderWay: boolean; readonly hasFailed: boolean }> {
  const { id, phase, reason, updatedAtMs } = withdrawals;
  const inTheWay =
    signing === undefined
      ? notInArray(phase, [...ENDED])
      : and(inArray(phase, [...SIGNED]), ne(id, signing));
  const isGivenBack = eq(reason, 'not_sent');
  const minedInVain = and(
    eq(withdrawals.currencyId, currencyId),
    or(eq(phase, 'manual_review'), isGivenBack),
    // Other unpaid withdrawals were canceled because of higher fees; their recipients are not the
    // cause.
    sql`exists (
      select from ${lifecycleEvents} event
      where event.kind = 'withdrawal' and event.id = withdrawals.id and event.event ->> 'type' = 'transaction.failed'
    )`,
  );
  const failed = and(
    gt(updatedAtMs, failedSince),
    isContract ? or(isGivenBack, minedInVain) : minedInVain,
  );
  const [row] = await database
    .select({
      isUnderWay: sql<boolean>`coalesce(bool_or(${inTheWay}), false)`,
      hasFailed: sql<boolean>`coalesce(bool_or(${failed}), false)`,
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.userId, userId), eq(withdrawals.chain, chain)));
  return ensure(row, 'row of an aggregate');
}
