/** Every private call of contracts, and a stranger's attempts with it. */
import type { AccessCase } from './access-table.ts';
import { naming } from './foreign-probes.ts';
import type { World } from './world.ts';

const nothing: AccessCase<World> = { request: {} };
const oneOrder = naming('contract_order_not_found', ({ leverOrderId }) => leverOrderId);
const TARGETS = { revision: '1', take_profit: '', stop_loss: '' };

export const LEVER_CASES = {
  placeLeverOrder: {
    request: {
      lever_market_id: '1',
      direction: 'long',
      type: 'market',
      lots: '1',
      multiple: '10',
    },
  },
  cancelLeverOrder: oneOrder,
  cancelAllLeverOrders: nothing,
  amendLeverTargets: naming(
    'contract_order_not_found',
    ({ leverOrderId }) => leverOrderId,
    TARGETS,
  ),
  closeLeverPosition: oneOrder,
  withdrawLeverClose: oneOrder,
  closeAllLeverPositions: { request: { direction: 'all' } },
  getLeverAccount: nothing,
  listLeverOrders: nothing,
  listLeverHistory: nothing,
  getLeverOrder: oneOrder,
  getRiskStanding: { request: { product: 'lever' } },
  acknowledgeRisk: { request: { product: 'lever', version: '1' } },
};
