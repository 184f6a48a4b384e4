/** Comparisons of deposits with a chain, and their results for tests whose deposits are on no chain. */
import { sql } from 'drizzle-orm';
import type { Chain } from '../../../server/areas/custody/custody.area.ts';
import { DepositComparison } from '../../../server/areas/wallet/deposit-comparison.ts';
import type { Database, Executor } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { addressesOn } from '../custody/chain-database.ts';

/** Stores that the chain has the deposits that match the condition. @param kind of the result. */
export const provenWhere = (condition: string, kind = 'settlement'): string => `
  insert into deposit_proofs (deposit_id, kind, user_id, currency_id, chain, address, transaction_hash, output_index,
    amount, block_number, block_hash, reason, at_ms)
  select id, '${kind}', user_id, currency_id, chain, address, transaction_hash, output_index,
    amount, block_number, block_hash, '', 0
  from deposits where ${condition} and block_hash is not null
  on conflict do nothing`;

/** A comparison that finds every deposit. */
export const findingAll = (db: Executor): Pick<DepositComparison, 'confirm' | 'compareOlder'> => ({
  async confirm({ id }, step) {
    await db.execute(sql.raw(provenWhere(`id = ${id}`, step)));
    return true;
  },
  compareOlder: () => Promise.resolve(),
});

/** The comparison of the server with this chain. */
export function comparisonWith(database: Database, chain: Chain): DepositComparison {
  const chains = new Map([[chain.name, chain]]);
  return new DepositComparison({
    database,
    owner: database,
    custody: { chains, addresses: addressesOn(database, chains) },
    clock: { now: () => 0 },
    log: createLog('silent'),
  });
}
