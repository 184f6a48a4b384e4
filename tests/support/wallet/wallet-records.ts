/** Rows of deposits and withdrawals, for tests that book their movements without the wallet. */
import { sql } from 'drizzle-orm';
import { holdCause, type HeldTerms } from '../../../server/areas/wallet/held-terms.ts';
import { provenWhere } from './proven-deposits.ts';
import type { Transaction } from '../../../server/kit/db/database.ts';

interface Funds {
  /** Number of the record. */
  readonly causeId: string;
  readonly ownerId: number;
  readonly currencyId: number;
  readonly amount: bigint;
}

/** A deposit that was credited once, in the only block that was read. */
export async function writeCredited(tx: Transaction, funds: Funds): Promise<void> {
  const { causeId, ownerId, currencyId, amount } = funds;
  await tx.execute(sql`
    insert into chain_blocks (chain, number, hash) values ('test', 1, 'b1') on conflict do nothing`);
  await tx.execute(sql`
    insert into deposits (id, user_id, currency_id, chain, address, transaction_hash, output_index, amount,
      block_number, block_hash, confirmations, phase, revision, created_at_ms, updated_at_ms)
    overriding system value
    values (${causeId}, ${ownerId}, ${currencyId}, 'test', 'a', ${causeId}, 0, ${amount}, 1, 'b1', 1, 'credited', 1, 0, 0)`);
  await tx.execute(sql.raw(provenWhere(`id = ${causeId}`)));
  await tx.execute(sql`
    insert into lifecycles
    values ('deposit', ${causeId}, 1, 1, '{"value": "credited", "context": {"credits": 1}}', 0)`);
}

/** A withdrawal whose amount the posting holds, or will. */
export async function writeRequested(
  tx: Transaction,
  { causeId, ownerId, currencyId, amount, fee }: Funds & { readonly fee: bigint },
  postingId: number,
): Promise<void> {
  await tx.execute(sql`
    insert into withdrawals (id, user_id, currency_id, amount, fee, hold_posting_id, phase, chain, address,
      value, confirmations, idempotency_key, terms, request_id, revision, created_at_ms, updated_at_ms)
    overriding system value
    values (${causeId}, ${ownerId}, ${currencyId}, ${amount}, ${fee}, ${postingId}, 'requested', 'test', 'a',
      0, 0, ${causeId}, '', 'r', 1, 0, 0)`);
  await tx.execute(sql`
    insert into lifecycles values ('withdrawal', ${causeId}, 1, 1, '{"value": "requested"}', 0)`);
}

/** Moves a withdrawal on. @param phase of the row, which is also the name of the state */
export async function writePhase(tx: Transaction, id: number, phase: string): Promise<void> {
  await tx.execute(sql`update withdrawals set phase = ${phase} where id = ${id}`);
  await tx.execute(sql`
    update lifecycles set snapshot = jsonb_build_object('value', ${phase}::text)
    where kind = 'withdrawal' and id = ${id}`);
}

/** Cause of the hold of a withdrawal to the only address of these records. */
export const causeOfHold = (id: number, terms: Omit<HeldTerms, 'chain' | 'address'>): string =>
  holdCause(id, { ...terms, chain: 'test', address: 'a' });
