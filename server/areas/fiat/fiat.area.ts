/** The door of fiat: everything that the rest of the server may import from this area. */
// Opening
export { openFiat } from './open-fiat.ts';
// Ledger
export { FIAT_BOOK } from './fiat-book.repo.ts';
// Push
export { ORDER_PUSH } from './orders/order-push.ts';
// Lifecycles
export { FIAT_LIFECYCLES } from './fiat-lifecycles.ts';
export { FIAT_ORDER } from './orders/order-lifecycle.ts';
// Seed
export { seedFiatCurrencies } from './currencies.ts';
export { DEMO_CODES, DEMO_CODE_SIDE, createDemoCodes, demoCodeFile } from './market/demo-codes.ts';
export { seedDemoMarket } from './market/demo-market.ts';
// Functions and tables
export { findMessages } from './orders/messages.repo.ts';
export { toFiatMessage } from './orders/messages.ts';
export { readStanding } from './standing.ts';
export { findShopOf } from './shops/shops.repo.ts';
// Types
export type {
  AdModeration,
  AwardError,
  FiatArbitration,
  OperatorMessage,
  WriteError,
} from './fiat.types.ts';
export type { FiatMarketCurrencies } from './currencies.ts';
export type { DemoCodeKind, DemoCodes } from './market/demo-codes.ts';
