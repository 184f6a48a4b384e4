/** Calls that read contract markets and marks, and the orders and the account of the signed-in user. */
import { ok, refuse } from '../../../contract/result.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import type { LeverMarketRules, LeverView } from './lever-exchange.types.ts';
import type { LeverHistory } from './lever-history.ts';
import type { LeverWire } from './lever-wire.ts';

export type LeverReadHandlers = Pick<
  Handlers,
  | 'listLeverMarkets'
  | 'getLeverMark'
  | 'getLeverAccount'
  | 'listLeverOrders'
  | 'listLeverHistory'
  | 'getLeverOrder'
>;

/** Contracts as the exchange offers them. */
export interface OfferedContracts {
  /** The multiples of a market that new orders may have. */
  multiplesOf(rules: LeverMarketRules): readonly number[];
}

interface LeverReads {
  readonly product: OfferedContracts;
  readonly view: Pick<LeverView, 'markets' | 'mark' | 'loadAccount'>;
  readonly history: LeverHistory;
  readonly wire: LeverWire;
}

export function createLeverReads({ view, history, wire, product }: LeverReads): LeverReadHandlers {
  return {
    listLeverMarkets: (_, { now }) =>
      ok(
        Array.from(view.markets.values(), (rules) => {
          const offered = { ...rules, multiples: product.multiplesOf(rules) };
          return wire.market(offered, view.mark(rules.id), now);
        }),
      ),
    getLeverMark: async ({ lever_market_id: marketId, seq }, { now }) => {
      const rules = view.markets.get(marketId);
      if (rules === undefined) return refuse('lever_market_not_found');
      if (seq === undefined) return ok(wire.mark(rules, view.mark(marketId), now));
      const used = await history.mark(marketId, seq);
      if (used === undefined) return refuse('record_not_found');
      return ok({ ...wire.usedMark(used), changed_at: null });
    },
    getLeverAccount: async (_, { signedIn }) =>
      ok(wire.account(await view.loadAccount(signedIn.userId))),
    listLeverOrders: async ({ lever_market_id: marketId }, { signedIn }) => {
      const { orders } = await view.loadAccount(signedIn.userId);
      const wanted = orders.filter(
        (order) => marketId === undefined || order.marketId === marketId,
      );
      return ok(wanted.map((order) => wire.order(order)));
    },
    listLeverHistory: async ({ lever_market_id: marketId, before, size }, { signedIn }) => {
      const { orders, next } = await history.page({
        ownerId: signedIn.userId,
        marketId,
        before: before === undefined ? undefined : Number(before),
        count: size,
      });
      return ok({
        orders: orders.map((order) => wire.order(order)),
        next: next === null ? null : String(next),
      });
    },
    getLeverOrder: async ({ id }, { signedIn }) => {
      const orderId = Number(id);
      if (!Number.isSafeInteger(orderId)) return refuse('contract_order_not_found');
      const found = await history.detail(signedIn.userId, orderId);
      return found === undefined ? refuse('contract_order_not_found') : ok(wire.detail(found));
    },
  };
}
