/** The cursor of each chain: the hashes of the last blocks that were read. They reveal a reorganization. */
import { and, desc, eq, gt, lt } from 'drizzle-orm';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { chainBlocks } from '../../kit/db/schema/custody.ts';
import type { BlockRef } from './chain.types.ts';

const ref = { number: chainBlocks.number, hash: chainBlocks.hash };

/** Returns the last block that was read; undefined before the first. */
export async function findCursor(db: Executor, chain: string): Promise<BlockRef | undefined> {
  const [row] = await db
    .select(ref)
    .from(chainBlocks)
    .where(eq(chainBlocks.chain, chain))
    .orderBy(desc(chainBlocks.number))
    .limit(1);
  return row;
}

/** Returns null when the block is not kept. */
export async function findReadBlock(
  db: Executor,
  chain: string,
  number: number,
): Promise<BlockRef | null> {
  const [row] = await db
    .select(ref)
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), eq(chainBlocks.number, number)));
  return row ?? null;
}

/**
 * Returns the last block that was read with `depth` confirmations or more; null before it is kept.
 */
export async function findDeepBlock(
  db: Executor,
  chain: string,
  depth: number,
): Promise<BlockRef | null> {
  const cursor = await findCursor(db, chain);
  return cursor === undefined ? null : findReadBlock(db, chain, cursor.number - depth + 1);
}

/** Sets the first cursor of a chain that is new to this installation. */
export async function beginCursor(db: Executor, chain: string, block: BlockRef): Promise<void> {
  await db.insert(chainBlocks).values({ chain, number: block.number, hash: block.hash });
}

/**
 * Moves the cursor forward, from `parent`, and deletes all but the newest `kept` blocks. Returns false
 * when the cursor is elsewhere.
 */
export async function advanceCursor(
  tx: Transaction,
  chain: string,
  parent: BlockRef,
  block: BlockRef,
  kept: number,
): Promise<boolean> {
  if (!(await lockTop(tx, chain, parent))) return false;
  await tx.insert(chainBlocks).values({ chain, number: block.number, hash: block.hash });
  await tx
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), lt(chainBlocks.number, block.number - kept + 1)));
  return true;
}

/** Moves the cursor back, from `block`. Returns false when the cursor is elsewhere. */
export async function retreatCursor(
  tx: Transaction,
  chain: string,
  block: BlockRef,
): Promise<boolean> {
  if (!(await lockTop(tx, chain, block))) return false;
  await tx
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), eq(chainBlocks.number, block.number)));
  return true;
}

/** Whether `block` is the newest; locks it until the transaction ends. */
async function lockTop(tx: Transaction, chain: string, block: BlockRef): Promise<boolean> {
  const locked = await tx
    .select(ref)
    .from(chainBlocks)
    .where(
      and(
        eq(chainBlocks.chain, chain),
        eq(chainBlocks.number, block.number),
        eq(chainBlocks.hash, block.hash),
      ),
    )
    .for('update');
  const newer = await tx
    .select(ref)
    .from(chainBlocks)
    .where(and(eq(chainBlocks.chain, chain), gt(chainBlocks.number, block.number)))
    .limit(1);
  return locked.length === 1 && newer.length === 0;
}
