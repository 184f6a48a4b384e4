/** Every private call of fast contracts, and a stranger's attempts with it. */
import { ensure } from '../../../../contract/assert.ts';
import type { AccessCase } from './access-table.ts';
import { naming } from './foreign-probes.ts';
import type { World } from './world.ts';

const nothing: AccessCase<World> = { request: {} };

export const MICRO_CASES = {
  placeMicroOrder: { request: { micro_product_id: '1', direction: 'up', stake: '10' } },
  listMicroOrders: nothing,
  listMicroHistory: nothing,
  getMicroOrder: naming(
    'micro_order_not_found',
    ({ fastContracts: [running] }) => ensure(running, 'an order').id,
  ),
  getMicroLimits: nothing,
  setMicroLimits: { request: { break_hours: '1' } },
};
