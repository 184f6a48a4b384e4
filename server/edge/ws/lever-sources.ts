/** The user's contract orders, warnings and balance on USER, and the marks on MARK, read from contract trading. */
import type { UserEvent } from '../../../contract/user-records.ts';
import type { LeverBatch, LeverView, LeverWire } from '../../areas/lever/lever.area.ts';
import type { MarkSource, UserSource } from './sources.ts';

/** Adapts contract trading to the source of the MARK channel. */
export function createLeverMarks(
  view: Pick<LeverView, 'markets' | 'mark' | 'onMark'>,
  wire: LeverWire,
): MarkSource {
  return {
    marks: () =>
      new Map(
        Array.from(view.markets.keys()).flatMap((id) => {
          const mark = view.mark(id);
          return mark === undefined ? [] : [[id, wire.quote(id, mark)] as const];
        }),
      ),
    subscribe: (listener) =>
      view.onMark((marketId, mark) => listener(marketId, wire.quote(marketId, mark))),
  };
}

/** Returns `source` with the contract orders, balance and events of each user added. */
export function withLeverUsers(
  source: UserSource,
  view: Pick<LeverView, 'account' | 'loadAccount' | 'subscribe'>,
  wire: LeverWire,
): UserSource {
  return {
    prepare: async (userId) => {
      await Promise.all([source.prepare(userId), view.loadAccount(userId)]);
    },
    isPrepared: (userId) => source.isPrepared(userId) && view.account(userId) !== undefined,
    read: (userId) => {
      const state = source.read(userId);
      const account = view.account(userId);
      if (account === undefined) return { ...state, leverOrders: [] };
      return {
        orders: state.orders,
        leverOrders: account.orders.map((order) => wire.order(order)),
        balances: [...state.balances, wire.ownBalance(account)],
      };
    },
    subscribe: (isFollowed, listener) => {
      const endOthers = source.subscribe(isFollowed, listener);
      const end = view.subscribe((batch) => {
        for (const [userId, events] of eventsOf(batch, isFollowed, wire)) listener(userId, events);
      });
      return () => {
        end();
        endOthers();
      };
    },
  };
}

/** Returns the events of each followed owner: orders as they are now, then warnings, then balances. */
function eventsOf(
  { atMs, orders, balances, warnings }: LeverBatch,
  isFollowed: (userId: number) => boolean,
  wire: LeverWire,
): ReadonlyMap<number, UserEvent[]> {
  const events = new Map<number, UserEvent[]>();
  const add = (ownerId: number, event: UserEvent) => {
    const known = events.get(ownerId);
    if (known === undefined) events.set(ownerId, [event]);
    else known.push(event);
  };
  for (const order of orders)
    if (isFollowed(order.ownerId))
      add(order.ownerId, { kind: 'lever_order', record: wire.order(order) });
  for (const warning of warnings) {
    const record = isFollowed(warning.ownerId) ? wire.warning(warning, atMs) : undefined;
    if (record !== undefined) add(warning.ownerId, { kind: 'lever_warning', record });
  }
  for (const balance of balances)
    if (isFollowed(balance.ownerId))
      add(balance.ownerId, { kind: 'balance', record: wire.balance(balance) });
  return events;
}
