/** What the order ticket holds, and what its rules are told of market, book and account. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { OrderKind, OrderSide } from '../../../contract/spot/spot.ts';
import type { Intent } from '../core/intent.rules.ts';

/** `size` is the quantity, or the amount of a market buy by amount. */
export type TicketField = 'price' | 'size';

export interface TicketFields {
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** As typed, with a point; in the quote currency. A market order has none, and keeps it for later. */
  readonly price: string;
  /** What a market buy is given by; all other orders are given by quantity. */
  readonly sizedBy: 'quantity' | 'amount';
  /** As typed, with a point; in the currency that {@link TicketFields.sizedBy} asks for. */
  readonly size: string;
  /** 0 to 100 when the slider chose the size; null when it was typed. */
  readonly percent: number | null;
}

/** What the ticket needs to know of its market. */
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

/** What rests at a price; decimal texts. */
export interface TicketLevel {
  readonly price: string;
  /** Base currency. */
  readonly quantity: string;
}

/** The world around the ticket at one moment. */
export interface TicketFacts {
  readonly market: TicketMarket;
  /** Decimal texts; null while not known. */
  readonly available: { readonly base: string | null; readonly quote: string | null };
  /** The best first; null while not known. */
  readonly book: {
    readonly bids: readonly TicketLevel[];
    readonly asks: readonly TicketLevel[];
  } | null;
  /** Price of the last deal, decimal text. */
  readonly lastPrice: string;
}

/** The order as the server gets it; canonical decimal texts. */
export interface TicketOrder {
  readonly matchId: number;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly amount: string | null;
}

/** One wish to place one order: sent once, and asked for by its key where no answer came. */
export interface TicketIntent extends Intent {
  readonly order: TicketOrder;
}
