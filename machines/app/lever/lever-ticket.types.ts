/** The types of the ticket that opens a contract position. */
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from './lever-portfolio.ts';
import type { KnownMark } from './order-waits.ts';

/** Fields as typed; each choice is the text of its value. */
export type LeverTicketFields = {
  readonly marketId: string;
  readonly direction: 'long' | 'short';
  readonly type: 'market' | 'limit';
  readonly lots: string;
  readonly multiple: string;
  /** Limit price. */
  readonly price: string;
  /** Empty for none. */
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** The worst entry price of a market order, set when it is sent. */
  readonly worst: string;
  /** The fees on screen in millionths, set when it is sent; the server refuses higher ones. */
  readonly feePpm: string;
  readonly nightPpm: string;
};

export type LeverTicketField = keyof LeverTicketFields;

/** Input of the checks and figures of the ticket. */
export interface LeverTicketFacts {
  readonly market: LeverMarketInfo;
  readonly mark: KnownMark;
  /** Null while the account is unknown. */
  readonly portfolio: Portfolio | null;
}
