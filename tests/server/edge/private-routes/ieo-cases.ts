/** Every private call of token subscriptions, and a stranger's attempts with it. */
import type { AccessCase } from './access-table.ts';
import { naming } from './foreign-probes.ts';
import type { World } from './world.ts';

const nothing: AccessCase<World> = { request: {} };

export const IEO_CASES = {
  subscribeOffering: { request: { offering_id: '2', quantity: '100' } },
  listIeoSubscriptions: nothing,
  getIeoSubscription: naming(
    'subscription_not_found',
    ({ ieoSubscriptionId }) => ieoSubscriptionId,
  ),
};
