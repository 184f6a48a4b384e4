/** Types of the order ticket: its fields, and the facts about market, order book and account. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { OrderKind, OrderSide } from '../../../contract/spot/spot.ts';
import type { Intent } from '../core/intent.rules.ts';

/** `size` is the quantity, or the amount of a market buy by amount. */
export type TicketField = 'price' | 'size';

export interface TicketFields {
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /**
   * Typed price, with a point, in the quote currency. A market order has no price but keeps the
   * field for later.
   */
  readonly price: string;
  /** Unit of a market buy's size; all other orders are given by quantity. */
  readonly sizedBy: 'quantity' | 'amount';
  /** Typed size, with a point, in the currency of {@link TicketFields.sizedBy}. */
  readonly size: string;
  /** 0 to 100 when the slider chose the size; null when it was typed. */
  readonly percent: number | null;
}

/** The market's attributes that the ticket needs. */
export type TicketMarket = Pick<
  CurrencyMatch,
  | 'id'
  | 'price_scale'
  | 'quantity_scale'
  | 'min_notional'
  | 'price_band_ppm'
  | 'maker_fee_ppm'
  | 'taker_fee_ppm'
  | 'status'
>;

/** The resting quantity at a price; decimal texts. */
export interface TicketLevel {
  readonly price: string;
  /** Resting quantity in the base currency. */
  readonly quantity: string;
}

/** Outside facts for the ticket at one moment. */
export interface TicketFacts {
  readonly market: TicketMarket;
  /** Decimal texts; null while unknown. */
  readonly available: { readonly base: string | null; readonly quote: string | null };
  /** The best first; null while unknown. */
  readonly book: {
    readonly bids: readonly TicketLevel[];
    readonly asks: readonly TicketLevel[];
  } | null;
  /** Price of the last trade, decimal text. */
  readonly lastPrice: string;
}

/** The order for the server; canonical decimal texts. */
export interface TicketOrder {
  readonly matchId: number;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
}

/** One intent to place one order: sent once, and looked up by its key if no answer came. */
export interface TicketIntent extends Intent {
  readonly order: TicketOrder;
}
