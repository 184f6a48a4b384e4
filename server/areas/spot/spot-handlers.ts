/** Calls that place, cancel and list spot orders. */
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { excessOf, owesForNew, requestOf } from '../../kit/commands/order-calls.ts';
import type { CommandRate } from '../../kit/limits/command-rate.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { OrderHistory } from './order-history.ts';
import { readOrderTerms } from './order-terms.ts';
import type { SpotOrder } from './spot-events.ts';
import type { SpotCommands, SpotView } from './spot-exchange.types.ts';
import type { SpotWire } from './spot-wire.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type SpotHandlers = Pick<
  Handlers,
  | 'placeOrder'
  | 'cancelOrder'
  | 'cancelAllOrders'
  | 'listOpenOrders'
  | 'listOrderHistory'
  | 'getOrder'
>;

export interface SpotCalls {
  readonly commands: Pick<SpotCommands, 'place' | 'findKeyed' | 'cancel' | 'cancelAll'>;
  readonly view: Pick<SpotView, 'markets' | 'openOrders'>;
  readonly history: OrderHistory;
  readonly wire: SpotWire;
  /** No order is placed while the ledger is not consistent; open orders can be canceled. */
  readonly health: LedgerHealth;
  /** The users who owe for reversed deposits: they place no orders. */
  readonly owing: { has(userId: number): boolean };
  readonly rate: Pick<CommandRate, 'take'>;
}

export function createSpotHandlers(calls: SpotCalls): SpotHandlers {
  const { commands, view, history, wire, health } = calls;
  const wired = <E extends Parameters<typeof refuse>[0]>(
    answer: Result<SpotOrder, E>,
  ): Result<Order, E> => (answer.ok ? ok(wire.order(answer.value)) : answer);
  return {
    async placeOrder(body, context) {
      const { signedIn, idempotencyKey, deadline } = context;
      const excess = excessOf(calls, context, false);
      if (excess) return excess;
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!signedIn.isVerified) return refuse('verification_required');
      if (!idempotencyKey.ok) return idempotencyKey;
      if (await owesForNew(calls, context, idempotencyKey.value)) return refuse('shortfall_unpaid');
      const { currency_match_id: marketId, side, type: kind } = body;
      const rules = view.markets.get(marketId);
      if (rules === undefined) return refuse('market_not_found');
      const sizes = readOrderTerms(body, rules);
      if (!sizes.ok) return closedOr(rules.status, sizes);
      const key = { idempotencyKey: idempotencyKey.value, deadline };
      const terms = { marketId, side, kind, ...key, ...sizes.value };
      return wired(await commands.place({ ...requestOf(context), ...terms }));
    },
    async cancelOrder({ id }, context) {
      const excess = excessOf(calls, context, true);
      if (excess) return excess;
      const orderId = Number(id);
      if (!Number.isSafeInteger(orderId)) return refuse('order_not_found');
      return wired(await commands.cancel({ ...requestOf(context), orderId }));
    },
    async cancelAllOrders({ currency_match_id: marketId }, context) {
      const excess = excessOf(calls, context, true);
      const cancelled = excess ?? (await commands.cancelAll({ ...requestOf(context), marketId }));
      return cancelled.ok ? ok(cancelled.value.map(String)) : cancelled;
    },
    listOpenOrders: ({ currency_match_id: marketId }, { signedIn }) => {
      const orders = view.openOrders(signedIn.userId);
      const wanted = orders.filter(
        (order) => marketId === undefined || order.marketId === marketId,
      );
      return ok(wanted.map((order) => wire.order(order)));
    },
    async listOrderHistory(query, { signedIn }) {
      const { side, state, size, before } = query;
      const { orders, next } = await history.page({
        ownerId: signedIn.userId,
        marketId: query.currency_match_id,
        side,
        state,
        before: before === undefined ? undefined : Number(before),
        count: size,
      });
      return ok({
        orders: orders.map((order) => wire.order(order)),
        next: next === null ? null : String(next),
      });
    },
    async getOrder({ id }, { signedIn }) {
      const orderId = Number(id);
      if (!Number.isSafeInteger(orderId)) return refuse('order_not_found');
      const found = await history.detail(signedIn.userId, orderId);
      if (!found.ok) return found;
      const { order, deals, total } = found.value;
      const fills = deals.map((deal) =>
        wire.fill(deal, deal.makerOrderId === orderId ? 'maker' : 'taker'),
      );
      return ok({ ...wire.order(order), fills, fills_omitted: total - deals.length });
    },
  };
}

/** Returns the refusal of an order with wrong sizes: a closed market comes before it. */
function closedOr<R>(status: MarketStatus, sizes: R) {
  if (status === 'trading') return sizes;
  return refuse(status === 'halted' ? 'market_halted' : 'market_cancel_only');
}
