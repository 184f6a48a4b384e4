/** Statements on the reserves of chains, and on the records that they are compared with. */
import { and, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { chainHalts, chainReserves } from '../../kit/db/schema/custody.ts';
import { deposits, withdrawals } from '../../kit/db/schema/wallet.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';
import { SIGNED } from './withdrawals.repo.ts';

export type ReserveRow = typeof chainReserves.$inferSelect;

export function findReserves(db: Executor, chain: string): Promise<ReserveRow[]> {
  return db.select().from(chainReserves).where(eq(chainReserves.chain, chain));
}

export async function saveReserves(db: Executor, rows: readonly ReserveRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(chainReserves)
    .values([...rows])
    .onConflictDoUpdate({
      target: [chainReserves.chain, chainReserves.currencyId],
      set: {
        reserve: sql`excluded.reserve`,
        seen: sql`excluded.seen`,
        feesOpen: sql`excluded.fees_open`,
        isShort: sql`excluded.is_short`,
        walletUsed: sql`excluded.wallet_used`,
        blockNumber: sql`excluded.block_number`,
        checkedAtMs: sql`excluded.checked_at_ms`,
      },
    });
}

const shortHalt = (db: Executor, chain: string) =>
  db
    .select({ id: chainHalts.id })
    .from(chainHalts)
    .where(
      and(
        eq(chainHalts.chain, chain),
        eq(chainHalts.cause, 'custody_short'),
        isNull(chainHalts.endedAtMs),
      ),
    );

/** Returns the id of the halt that missing coins of the chain began; undefined when none lasts. */
export async function findShortHalt(db: Executor, chain: string): Promise<number | undefined> {
  return (await shortHalt(db, chain))[0]?.id;
}

/** Like {@link findShortHalt}; no operator can end the halt before the transaction ends. */
export async function lockShortHalt(tx: Transaction, chain: string): Promise<number | undefined> {
  return (await shortHalt(tx, chain).for('update'))[0]?.id;
}

/** Whether an operator has ended a halt of this cause since then. */
export async function hasAcknowledged(
  db: Executor,
  chain: string,
  cause: (typeof chainHalts.$inferSelect)['cause'],
  since: EpochMs,
): Promise<boolean> {
  const rows = await db
    .select({ id: chainHalts.id })
    .from(chainHalts)
    .where(
      and(
        eq(chainHalts.chain, chain),
        eq(chainHalts.cause, cause),
        gte(chainHalts.endedAtMs, since),
        isNotNull(chainHalts.operatorId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export interface PaidSum {
  readonly currencyId: number;
  readonly paid: bigint;
  readonly paidWithFees: bigint;
}

/** Sums of the paid withdrawals of a chain, by currency. */
export function sumPaid(db: Executor, chain: string): Promise<PaidSum[]> {
  return db
    .select({
      currencyId: withdrawals.currencyId,
      paid: sql`sum(${withdrawals.amount} - ${withdrawals.fee})`.mapWith(BigInt),
      paidWithFees: sql`sum(${withdrawals.amount})`.mapWith(BigInt),
    })
    .from(withdrawals)
    .where(and(eq(withdrawals.chain, chain), eq(withdrawals.phase, 'success')))
    .groupBy(withdrawals.currencyId);
}

/** Withdrawals of a chain with a signed transfer that has not ended, or ended since. */
export function findTransfersSince(
  db: Executor,
  chain: string,
  since: EpochMs,
): Promise<WithdrawalRow[]> {
  return db
    .select()
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.chain, chain),
        isNotNull(withdrawals.rawTransaction),
        or(inArray(withdrawals.phase, [...SIGNED]), gte(withdrawals.updatedAtMs, since)),
      ),
    );
}

/**
 * Returns the chains of deposits that count, other than `compared`. Finds each chain by a search of its own in the index
 * of outputs, because there are many deposits and few chains.
 */
export async function findOtherChains(
  db: Executor,
  compared: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.execute<{ chain: string }>(sql`
    with recursive found (chain) as (
      select min(chain) from deposits
      union all
      select (select min(chain) from deposits where chain > found.chain) from found
      where found.chain is not null
    )
    select chain from found
    where chain <> all(array(select jsonb_array_elements_text(${JSON.stringify(compared)}::jsonb)))
      and exists (
        select from deposits where deposits.chain = found.chain and phase in ('credited', 'settled')
      )
    order by chain`);
  return rows.map(({ chain }) => chain);
}

interface Received {
  readonly address: string;
  readonly currencyId: number;
  readonly amount: bigint;
}

/** Start of the next page: after this address and currency. */
export type ReceivedPage = Pick<Received, 'address' | 'currencyId'>;

/** Sums of the deposits in blocks up to `blockNumber`, one page in the order of address and currency. */
export function findReceived(
  db: Executor,
  chain: string,
  blockNumber: number,
  page: { readonly after: ReceivedPage; readonly count: number },
): Promise<Received[]> {
  const { address, currencyId } = deposits;
  return db
    .select({ address, currencyId, amount: sql`sum(${deposits.amount})`.mapWith(BigInt) })
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        lte(deposits.blockNumber, blockNumber),
        sql`(${address}, ${currencyId}) > (${page.after.address}, ${page.after.currencyId}::integer)`,
      ),
    )
    .groupBy(address, currencyId)
    .orderBy(address, currencyId)
    .limit(page.count);
}
