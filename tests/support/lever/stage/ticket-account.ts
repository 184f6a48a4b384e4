/** The account of vector V5 and the ticket of vector V1 of contracts, as the app knows them. */
import { ensure } from '../../../../contract/assert.ts';
import { amountOf } from '../../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../../contract/lever/lever.ts';
import { portfolioOf } from '../../../../machines/app/lever/lever-portfolio.ts';
import {
  LEVER_TICKET_RULES,
  leverTicketProblems,
} from '../../../../machines/app/lever/lever-ticket.rules.ts';
import type {
  LeverTicketFacts,
  LeverTicketFields,
} from '../../../../machines/app/lever/lever-ticket.types.ts';
import { ACCOUNT, BTC, ETH, LONG, MARKETS, SHORT, STAGE_NOW_MS } from './stage-data.ts';

export const BTC_MARKET = ensure(MARKETS[0], 'the market of BTC');

export const live = (price: string) =>
  ({
    price,
    status: 'trading',
    state: 'live',
    reason: null,
    isAgreed: true,
    apartPpm: 0,
    changedAt: null,
    isCloseOnly: false,
  }) as const;

interface Held {
  readonly available?: string;
  readonly frozen?: string;
  readonly orders?: readonly LeverOrderInfo[];
  readonly btc?: string | null;
  readonly eth?: string;
  readonly now?: number;
}

/** The account of vector V5 by default: 5000 USDT, a long of BTC and a short of ETH. */
export function holding(held: Held = {}) {
  const { btc = '95000', eth = '3500', orders = [LONG, SHORT], now = STAGE_NOW_MS } = held;
  return portfolioOf({
    cash: {
      available: amountOf(held.available ?? ACCOUNT.available),
      frozen: amountOf(held.frozen ?? ACCOUNT.frozen),
      debt: 0n,
    },
    orders,
    markets: new Map(MARKETS.map((market) => [market.id, market])),
    marks: new Map([
      [BTC, { ...live('0'), price: btc }],
      [ETH, live(eth)],
    ]),
    now,
  });
}

export const flat = (available: string) => holding({ available, frozen: '0', orders: [] });

export const FIELDS: LeverTicketFields = {
  ...LEVER_TICKET_RULES.empty,
  marketId: '1',
  lots: '250',
  multiple: '20',
};

export const facts = (changes: Partial<LeverTicketFacts> = {}): LeverTicketFacts => ({
  market: BTC_MARKET,
  mark: live('97250'),
  portfolio: flat('5000'),
  ...changes,
});

export const problems = (fields: Partial<LeverTicketFields>, given = facts()) =>
  leverTicketProblems({ ...FIELDS, ...fields }, given).map(({ field, error }) => [field, error]);
