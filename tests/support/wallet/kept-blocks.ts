/** Keeps the blocks that a test reports, as the scanner does: the ledger's rules compare deposits with them. */
import { sql } from 'drizzle-orm';
import type { BlockRef, ChainListener } from '../../../server/areas/custody/custody.area.ts';
import type { Database, Executor } from '../../../server/kit/db/database.ts';

/** Returns a listener that stores each reported block, and then lets `listener` process the report. */
export const keepingBlocks = (database: Database, listener: ChainListener): ChainListener => ({
  async blockConnected(tx, fact) {
    await keep(tx, fact.chain, fact.block);
    await listener.blockConnected(tx, fact);
  },
  async blockDisconnected(tx, fact) {
    const { chain, block } = fact;
    await tx.execute(sql`
      delete from chain_blocks where (chain, number, hash) = (${chain}, ${block.number}, ${block.hash})`);
    await listener.blockDisconnected(tx, fact);
  },
  async headMoved(chain, head) {
    await keep(database, chain, head);
    await listener.headMoved(chain, head);
  },
  waitingRead: (fact) => listener.waitingRead(fact),
});

async function keep(db: Executor, chain: string, { number, hash }: BlockRef): Promise<void> {
  await db.execute(sql`
    insert into chain_blocks (chain, number, hash) values (${chain}, ${number}, ${hash})
    on conflict (chain, number) do update set hash = excluded.hash`);
}
