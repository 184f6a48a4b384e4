/** The user's own orders and balances on USER, read from the committed batches of spot trading. */
import type { Fill } from '../../../contract/spot/spot.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { CommittedBatch, SpotDeal, SpotView, SpotWire } from '../../areas/spot/spot.area.ts';
import type { UserSource } from './sources.ts';

/** Adapts spot trading to the source of the USER channel. */
export function createSpotUsers(
  view: Pick<SpotView, 'openOrders' | 'balances' | 'hasBalances' | 'loadBalances' | 'subscribe'>,
  wire: SpotWire,
): UserSource {
  return {
    prepare: async (userId) => {
      await view.loadBalances(userId);
    },
    isPrepared: (userId) => view.hasBalances(userId),
    read: (userId) => ({
      orders: view.openOrders(userId).map((order) => wire.order(order)),
      balances: view.balances(userId).map((balance) => wire.balance(balance)),
    }),
    subscribe: (isFollowed, listener) =>
      view.subscribe((batch) => {
        for (const [userId, events] of eventsOf(batch, isFollowed, wire)) listener(userId, events);
      }),
  };
}

/**
 * Returns the events of each followed owner: orders in their present state, then their fills, then
 * the balances.
 */
function eventsOf(
  { orders, deals, balances }: CommittedBatch,
  isFollowed: (userId: number) => boolean,
  wire: SpotWire,
): ReadonlyMap<number, UserEvent[]> {
  const events = new Map<number, UserEvent[]>();
  const add = (ownerId: number, event: () => UserEvent) => {
    if (!isFollowed(ownerId)) return;
    const known = events.get(ownerId);
    if (known === undefined) events.set(ownerId, [event()]);
    else known.push(event());
  };
  const fillOf = (deal: SpotDeal, role: Fill['role']): UserEvent => ({
    kind: 'fill',
    record: {
      order_id: String(role === 'taker' ? deal.takerOrderId : deal.makerOrderId),
      fill: wire.fill(deal, role),
    },
  });
  for (const order of orders)
    add(order.ownerId, () => ({ kind: 'order', record: wire.order(order) }));
  for (const deal of deals) {
    add(deal.takerOwnerId, () => fillOf(deal, 'taker'));
    add(deal.makerOwnerId, () => fillOf(deal, 'maker'));
  }
  for (const balance of balances)
    add(balance.ownerId, () => ({ kind: 'balance', record: wire.balance(balance) }));
  return events;
}
