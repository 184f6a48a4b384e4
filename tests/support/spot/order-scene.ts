/** The orders around the order of a path: resting ones that it meets, and incoming ones that meet it. */
import type { OrderSide } from '../../../contract/spot/spot.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { SpotOrderContext } from '../../../machines/domain/spot/spot-order.context.ts';
import type {
  OrderFilled,
  SpotOrderEvent,
} from '../../../machines/domain/spot/spot-order.events.ts';
import type { SpotOrderSnapshot } from '../../../machines/domain/spot/spot-order.snapshot.ts';
import type { Path } from '../../../qa/paths.ts';
import type { Move } from '../../../qa/walk.ts';
import type { OrderWorld } from './order-world.ts';

export const contextOf = ({ snapshot }: Move): SpotOrderContext =>
  (snapshot as SpotOrderSnapshot).context;

export class OrderScene {
  readonly world: OrderWorld;
  /** The terms of the order. */
  readonly terms: SpotOrderContext;
  /** Events during the order's placement. */
  readonly placement: readonly SpotOrderEvent[];

  constructor(world: OrderWorld, path: Path) {
    this.world = world;
    this.terms = contextOf(path.start);
    this.placement = placementOf(path.steps.map(({ event }) => event as SpotOrderEvent));
  }

  get side(): OrderSide {
    return this.terms.side;
  }

  /** Places the resting orders that make the placement follow the path. */
  async prepare(): Promise<void> {
    for (const event of this.placement) {
      if (event.type === 'order.filled') await this.meet(event);
      // Behind the offers of others, the owner's own order.
      if (event.type === 'order.expired' && event.reason === 'self_trade')
        await this.#offerToItself();
    }
  }

  /** A user offers exactly the quantity of the fill. */
  async meet({ quantity, amount }: OrderFilled): Promise<void> {
    const price = (BigInt(amount) * 10n ** BigInt(SCALE_MAX)) / BigInt(quantity);
    const { counter } = this.world;
    await this.world.placeLimit(counter, this.#otherSide(), price, BigInt(quantity));
  }

  async #offerToItself(): Promise<void> {
    const { price, quantity } = this.world.example(this.side);
    // At the limit, or above the earlier prices of a market buy.
    const ownPrice = this.terms.price === null ? (price * 101n) / 100n : BigInt(this.terms.price);
    await this.world.placeLimit(this.world.owner, this.#otherSide(), ownPrice, quantity / 2n);
  }

  #otherSide(): OrderSide {
    return this.side === 'buy' ? 'sell' : 'buy';
  }
}

/** The events until the order rests or ends, which the engine causes in one call. */
function placementOf(events: readonly SpotOrderEvent[]): SpotOrderEvent[] {
  const isLater = (event: SpotOrderEvent) =>
    event.type === 'order.filled'
      ? event.liquidity === 'maker'
      : !['order.expired', 'order.exhausted'].includes(event.type);
  const first = events.findIndex(isLater);
  return first < 0 ? [...events] : events.slice(0, first);
}
