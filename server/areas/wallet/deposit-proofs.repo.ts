/** Statements on the results of comparisons of deposits with their chains. Only the owner of the tables adds to them. */
import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { depositProofs, deposits } from '../../kit/db/schema/wallet.ts';
import type { DepositRow } from './wallet-lifecycles.ts';

type ProofKind = (typeof depositProofs.$inferSelect)['kind'];

/** A deposit in a block, as it is compared. */
export type MinedDeposit = Pick<
  DepositRow,
  | 'id'
  | 'userId'
  | 'currencyId'
  | 'chain'
  | 'address'
  | 'transactionHash'
  | 'outputIndex'
  | 'amount'
> & { readonly blockNumber: number; readonly blockHash: string };

/** Whether such a result is stored for exactly this deposit. */
export async function hasProof(
  db: Executor,
  { id, ...deposit }: MinedDeposit,
  kinds: readonly ProofKind[],
): Promise<boolean> {
  const rows = await db
    .select({ id: depositProofs.id })
    .from(depositProofs)
    .where(
      and(
        eq(depositProofs.depositId, id),
        inArray(depositProofs.kind, [...kinds]),
        eq(depositProofs.userId, deposit.userId),
        eq(depositProofs.currencyId, deposit.currencyId),
        eq(depositProofs.chain, deposit.chain),
        eq(depositProofs.address, deposit.address),
        eq(depositProofs.transactionHash, deposit.transactionHash),
        eq(depositProofs.outputIndex, deposit.outputIndex),
        eq(depositProofs.amount, deposit.amount),
        eq(depositProofs.blockNumber, deposit.blockNumber),
        eq(depositProofs.blockHash, deposit.blockHash),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns another deposit that counts for the same output; undefined when there is none. A deposit that was compared and never
 * credited may have been set aside. A reorganization gives the outputs of a transaction other places, so that a credit in
 * another block is not compared: the settlement is.
 */
export async function findOtherOfOutput(
  db: Executor,
  { id, chain, transactionHash, outputIndex, blockHash }: MinedDeposit,
): Promise<number | undefined> {
  const [row] = await db
    .select({ depositId: depositProofs.depositId })
    .from(depositProofs)
    .innerJoin(deposits, eq(deposits.id, depositProofs.depositId))
    .where(
      and(
        // The present output is not compared, because the server's role could change that of a deposit that counts.
        inArray(deposits.phase, ['credited', 'settled']),
        eq(depositProofs.chain, chain),
        eq(depositProofs.transactionHash, transactionHash),
        eq(depositProofs.outputIndex, outputIndex),
        ne(depositProofs.depositId, id),
        ne(depositProofs.kind, 'refuted'),
        or(ne(depositProofs.kind, 'credit'), eq(depositProofs.blockHash, blockHash)),
      ),
    )
    .limit(1);
  return row?.depositId;
}

/** @param owner the database in the role of the owner. @returns false when the result was stored before. */
export async function insertProof(
  owner: Executor,
  deposit: MinedDeposit,
  kind: ProofKind,
  { reason, now }: { readonly reason: string; readonly now: EpochMs },
): Promise<boolean> {
  const { id: depositId, userId, currencyId, chain, address } = deposit;
  const { transactionHash, outputIndex, amount, blockNumber, blockHash } = deposit;
  const rows = await owner
    .insert(depositProofs)
    .values({
      depositId,
      kind,
      userId,
      currencyId,
      chain,
      address,
      transactionHash,
      outputIndex,
      amount,
      blockNumber,
      blockHash,
      reason,
      atMs: now,
    })
    .onConflictDoNothing()
    .returning({ id: depositProofs.id });
  return rows.length > 0;
}

/** Settled deposits of the chain that were taken over and that no comparison has found, in the order of ids. */
export async function findTakenOver(
  db: Executor,
  chain: string,
  page: { readonly after: number; readonly count: number },
): Promise<DepositRow[]> {
  const rows = await db
    .select({ deposit: deposits })
    .from(depositProofs)
    .innerJoin(deposits, eq(deposits.id, depositProofs.depositId))
    .where(
      and(
        sql`${depositProofs.kind} = 'taken_over'`,
        eq(depositProofs.chain, chain),
        gt(depositProofs.depositId, page.after),
        eq(deposits.phase, 'settled'),
        sql`not exists (
          select from deposit_proofs found
          where found.deposit_id = ${deposits.id} and found.kind in ('credit', 'settlement')
            and found.block_hash = ${deposits.blockHash}
        )`,
      ),
    )
    .orderBy(asc(depositProofs.depositId))
    .limit(page.count);
  return rows.map(({ deposit }) => deposit);
}

/**
 * Settled deposits of the chain that a comparison refuted and none has found since, or that have one of the ids, in the order
 * of ids.
 */
export async function findRefuted(
  db: Executor,
  chain: string,
  { ids, count }: { readonly ids: readonly number[]; readonly count: number },
): Promise<DepositRow[]> {
  return db
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.chain, chain),
        eq(deposits.phase, 'settled'),
        sql`${deposits.id} in (
          select deposit_id from deposit_proofs refuted
          where kind = 'refuted' and not exists (
            select from deposit_proofs found
            where found.deposit_id = refuted.deposit_id and found.id > refuted.id
              and found.kind in ('credit', 'settlement')
          )
          union all select unnest(array[${sql.join([...ids, -1], sql`, `)}]::bigint[])
        )`,
      ),
    )
    .orderBy(asc(deposits.id))
    .limit(count);
}
