/** The user's fast contracts and their balance on USER. */
import type { UserEvent } from '../../../contract/user-records.ts';
import type { MicroView, MicroWire } from '../../areas/micro/micro.area.ts';
import type { UserSource } from './sources.ts';

/** Returns `source` with the fast contracts of each user added; their balances are among its events already. */
export function withMicroUsers(
  source: UserSource,
  view: Pick<MicroView, 'account' | 'loadAccount' | 'subscribe'>,
  wire: MicroWire,
): UserSource {
  return {
    prepare: async (userId) => {
      await Promise.all([source.prepare(userId), view.loadAccount(userId)]);
    },
    isPrepared: (userId) => source.isPrepared(userId) && view.account(userId) !== undefined,
    read: (userId) => {
      const state = source.read(userId);
      const account = view.account(userId);
      if (account === undefined) return { ...state, microOrders: [] };
      return {
        ...state,
        microOrders: account.orders.map((order) => wire.order(order)),
        balances: [...state.balances, wire.balance(account)],
      };
    },
    subscribe: (isFollowed, listener) => {
      const endOthers = source.subscribe(isFollowed, listener);
      const end = view.subscribe(({ orders }) => {
        const events = new Map<number, UserEvent[]>();
        for (const order of orders) {
          if (!isFollowed(order.ownerId)) continue;
          const event: UserEvent = { kind: 'micro_order', record: wire.order(order) };
          events.set(order.ownerId, [...(events.get(order.ownerId) ?? []), event]);
        }
        for (const [userId, own] of events) listener(userId, own);
      });
      return () => {
        end();
        endOthers();
      };
    },
  };
}
