/** A market, an order book and balances for tests of the order ticket. */
import type { TicketFacts, TicketFields } from '../../../machines/app/spot/order-ticket.types.ts';

export const TICKET_MARKET: TicketFacts['market'] = {
  id: 1,
  price_scale: 2,
  quantity_scale: 5,
  min_notional: '10',
  price_band_ppm: 100_000,
  maker_fee_ppm: 1_000,
  taker_fee_ppm: 2_000,
  status: 'trading',
};

export const TICKET_FACTS: TicketFacts = {
  market: TICKET_MARKET,
  available: { base: '1', quote: '50000' },
  book: {
    bids: [
      { price: '97000', quantity: '0.5' },
      { price: '96990', quantity: '1' },
    ],
    asks: [
      { price: '97010', quantity: '0.1' },
      { price: '97020', quantity: '0.2' },
    ],
  },
  lastPrice: '97000',
};

export const LIMIT_BUY: TicketFields = {
  side: 'buy',
  kind: 'limit',
  price: '97000',
  sizedBy: 'amount',
  size: '0.5',
  percent: null,
};
