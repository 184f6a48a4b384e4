/** Products of fast contracts with every version of their terms, and the fundings of the pool. */
import { asc, eq } from 'drizzle-orm';
import { units } from '../../../contract/money/units.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Executor } from '../../kit/db/database.ts';
import { microFunds, microProducts, microTerms } from '../../kit/db/schema/micro.ts';
import type { MicroProduct } from './micro.types.ts';

/** Returns all products by id. */
export async function findMicroProducts(database: Executor): Promise<MicroProduct[]> {
  const rows = await database.select().from(microProducts).orderBy(asc(microProducts.id));
  return rows.map((row) => ({
    ...row,
    stakeMin: units(row.stakeMin),
    stakeMax: units(row.stakeMax),
    ownerLimit: units(row.ownerLimit),
    sideLimit: units(row.sideLimit),
    skewLimit: units(row.skewLimit),
  }));
}

/** Returns whether the pool was funded with this request id. */
export const isPoolFunded = async (database: Executor, requestId: string): Promise<boolean> =>
  (await database.$count(microFunds, eq(microFunds.requestId, requestId))) > 0;

/** Adds new products with their first terms. */
export async function insertMicroProducts(
  database: Executor,
  products: readonly MicroProduct[],
  now: EpochMs,
): Promise<void> {
  await database.insert(microProducts).values([...products]);
  await database.insert(microTerms).values(products.map((product) => termsRowOf(product, now)));
}

const termsRowOf = (product: MicroProduct, atMs: EpochMs) => ({
  productId: product.id,
  revision: product.revision,
  profitPpm: product.profitPpm,
  lossPpm: product.lossPpm,
  stakeMin: product.stakeMin,
  stakeMax: product.stakeMax,
  ownerLimit: product.ownerLimit,
  sideLimit: product.sideLimit,
  skewLimit: product.skewLimit,
  status: product.status,
  atMs,
});
