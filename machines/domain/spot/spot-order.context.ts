/** What a spot order is agreed on, and what its lifecycle remembers. JSON throughout. */
import type { OrderEndReason, OrderKind, OrderSide } from '../../../contract/spot/spot.ts';

/** Agreed at placement and never changed. Amounts are whole units as decimal text. */
export interface SpotOrderTerms {
  readonly orderId: string;
  readonly ownerId: number;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** Quote units of one whole base coin; null for a market order. */
  readonly price: string | null;
  /** Base units; null for a market buy by amount. */
  readonly quantity: string | null;
  /** Quote units, of a market buy by amount. */
  readonly amount: string | null;
  /** One whole base coin is 10^baseScale units. */
  readonly baseScale: number;
  /** Millionths of what the order receives when it rested. */
  readonly makerFeePpm: number;
  /** Millionths of what the order receives when it came in. */
  readonly takerFeePpm: number;
}

export interface SpotOrderInput extends SpotOrderTerms {
  /** Frozen at placement: quote units of a buy, base units of a sell. */
  readonly reserved: string;
}

export interface SpotOrderContext extends SpotOrderInput {
  /** Base units. */
  readonly executedQuantity: string;
  /** Quote units. */
  readonly executedAmount: string;
  /** Units of the currency that the order receives. */
  readonly fee: string;
  /** An order in the book met it there: from then on it is never the incoming one. */
  readonly hasRested: boolean;
  readonly endReason: OrderEndReason | null;
  /** 1 when placed, one more with each event. */
  readonly revision: number;
}
