/** A contract market in the database of a test that trades no contracts itself. */
import { insertLeverMarkets } from '../../../server/areas/lever/lever-markets.repo.ts';
import type { Transaction } from '../../../server/kit/db/database.ts';
import { BTC_MARKET } from './contract-exchange.ts';

/** Its settlement currency is that of the funds of the exchange. */
export const storeContractMarket = (tx: Transaction, now: number): Promise<void> =>
  insertLeverMarkets(tx, [BTC_MARKET], now);
