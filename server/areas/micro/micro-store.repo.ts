/** Store of fast contracts: reads, and the limits of users. All other changes are in the commits of the dealing writer. */
import { max } from 'drizzle-orm';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import { microFunds, microOrders } from '../../kit/db/schema/micro.ts';
import { findKeyedMicroOrders, findMicroOrder, findOpenMicroOrders } from './micro-orders.repo.ts';
import { findMicroOwner, storeMicroLimits } from './micro-owners.repo.ts';
import { findMicroProducts } from './micro-products.repo.ts';
import type { MicroSnapshot, MicroStore } from './micro.types.ts';

export const createMicroStore = (database: Database): MicroStore => ({
  keysOf: (ownerId, since) => findKeyedMicroOrders(database, ownerId, since),
  findOrder: (orderId) => findMicroOrder(database, orderId),
  owner: (ownerId, asked) => findMicroOwner(database, ownerId, asked),
  storeLimits: (ownerId, limits, now) => storeMicroLimits(database, ownerId, limits, now),
});

/** Reads the state of a start. The dealing writer must have taken its turn, so that no other server changes it. */
export async function readMicroSnapshot(database: Database, now: EpochMs): Promise<MicroSnapshot> {
  const [openOrders, [last], [fund], products] = await Promise.all([
    findOpenMicroOrders(database),
    database.select({ id: max(microOrders.id) }).from(microOrders),
    database.select({ id: max(microFunds.id) }).from(microFunds),
    findMicroProducts(database),
  ]);
  return {
    readAtMs: now,
    products,
    openOrders,
    lastOrderId: last?.id ?? 0,
    lastFundingId: fund?.id ?? 0,
  };
}
