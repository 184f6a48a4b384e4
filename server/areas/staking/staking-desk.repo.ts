/** Statements of operators on savings: their products, and the fund that pays dividends. */
import { eq } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import type { Result } from '../../../contract/result.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Transaction } from '../../kit/db/database.ts';
import { stakingFundings, stakingProducts } from '../../kit/db/schema/staking.ts';
import { postMovement } from '../../ledger/ledger.repo.ts';
import { stakingFunded } from './staking-recipes.ts';
import type { ProductRow } from './staking.types.ts';

/** Terms that an operator chooses for later positions. */
export type StakingChosenTerms = Pick<
  ProductRow,
  'dailyPpb' | 'amountMin' | 'amountMax' | 'userMax' | 'quota'
>;

/** Adds a closed product. */
export async function insertStakingProduct(
  tx: Transaction,
  product: StakingChosenTerms & Pick<ProductRow, 'currencyId' | 'cycleDays'>,
  createdAtMs: EpochMs,
): Promise<void> {
  const fields = { taken: 0n, state: 'closed', revision: 1, createdAtMs } as const;
  await tx.insert(stakingProducts).values({ ...product, ...fields });
}

/** Changes a locked product. */
export async function updateStakingProduct(
  tx: Transaction,
  { id, revision }: Pick<ProductRow, 'id' | 'revision'>,
  change: Partial<StakingChosenTerms & Pick<ProductRow, 'state'>>,
): Promise<void> {
  await tx
    .update(stakingProducts)
    .set({ ...change, revision: revision + 1 })
    .where(eq(stakingProducts.id, id));
}

/** Books an amount into the fund, or out of it. Call it once for a request, and roll back when it refuses. */
export async function bookStakingFunding(
  tx: Transaction,
  funding: Pick<typeof stakingFundings.$inferInsert, 'currencyId' | 'amount' | 'requestId'>,
  now: EpochMs,
): Promise<Result<bigint, 'insufficient_balance'>> {
  const { currencyId, amount, requestId } = funding;
  const rows = await tx
    .insert(stakingFundings)
    .values({ ...funding, atMs: now })
    .returning();
  const { id } = ensure(rows[0], 'the funding that was inserted');
  const cause = { causeId: String(id), requestId, currencyId, amount: units(amount) };
  return postMovement(tx, stakingFunded(cause), now);
}
