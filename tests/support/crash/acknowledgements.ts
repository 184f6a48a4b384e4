/** The responses of the exchange to its clients: the evidence that a crash must not contradict. */
import type { Order, OrderState } from '../../../contract/spot/spot.ts';
import type { RequestInput } from '../../../contract/routes.ts';

/** A trading user. */
export interface Trader {
  readonly account: string;
  /** Token of the session; `keepSignedIn` renews it. */
  token: string;
  renewAtMs: number;
}

/** A requested order without a response. */
export interface UnansweredOrder {
  readonly trader: Trader;
  readonly key: string;
  readonly body: RequestInput<'placeOrder'>;
}

/** The furthest acknowledged progress of an order. */
export interface KnownOrder {
  readonly id: string;
  /** Null if only the cancellation of the order is known. */
  readonly key: string | null;
  readonly state: OrderState;
  readonly revision: number;
  readonly executedQuantity: string;
}

export class Acknowledgements {
  readonly orders = new Map<string, KnownOrder>();
  /** Keys of rejected orders: no order may have them. */
  readonly refusedKeys = new Set<string>();
  unanswered: UnansweredOrder[] = [];
  /** Number of successful responses of every kind. */
  count = 0;

  order(order: Order, key: string | null): void {
    this.count += 1;
    const known = this.orders.get(order.id);
    if (known && known.revision > order.revision) return;
    this.orders.set(order.id, {
      id: order.id,
      key: key ?? known?.key ?? null,
      state: order.state,
      revision: order.revision,
      executedQuantity: order.executed_quantity,
    });
  }

  cancelled(ids: readonly string[]): void {
    this.count += 1;
    for (const id of ids) {
      const known = this.orders.get(id);
      this.orders.set(id, {
        id,
        key: known?.key ?? null,
        state: 'cancelled',
        revision: known?.revision ?? 1,
        executedQuantity: known?.executedQuantity ?? '0',
      });
    }
  }
}
