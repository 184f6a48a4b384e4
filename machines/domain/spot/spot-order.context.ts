/** Terms and context of a spot order's lifecycle. JSON throughout. */
import type { OrderEndReason, OrderKind, OrderSide } from '../../../contract/spot/spot.ts';

/** Fixed at placement and never changed. Amounts are integer units as decimal text. */
export interface SpotOrderTerms {
  readonly orderId: string;
  readonly ownerId: number;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** Quote units per whole base coin; null for a market order. */
  readonly price: string | null;
  /** Base units; null for a market buy by amount. */
  readonly quantity: string | null;
  /** Quote units; only for a market buy by amount. */
  readonly amount: string | null;
  /** One whole base coin is 10^baseScale units. */
  readonly baseScale: number;
  /** Fee as maker, in millionths of the received amount. */
  readonly makerFeePpm: number;
  /** Fee as taker, in millionths of the received amount. */
  readonly takerFeePpm: number;
}

export interface SpotOrderInput extends SpotOrderTerms {
  /** Frozen at placement: quote units for a buy, base units for a sell. */
  readonly reserved: string;
}

export interface SpotOrderContext extends SpotOrderInput {
  /** Base units. */
  readonly executedQuantity: string;
  /** Quote units. */
  readonly executedAmount: string;
  /** Units of the currency that the order receives. */
  readonly fee: string;
  /** Whether it has been a maker; from then on it is never the incoming order. */
  readonly hasRested: boolean;
  readonly endReason: OrderEndReason | null;
  /** 1 at placement, one more with each event. */
  readonly revision: number;
}
