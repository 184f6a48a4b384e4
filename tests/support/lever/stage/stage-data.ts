/** The exchange on the stage: two contract markets, an account with two positions and a pending order. */
import type { Candle, CurrencyMatch } from '../../../../contract/market/market.ts';
import type {
  LeverAccountInfo,
  LeverMarketInfo,
  LeverOrderDetail,
  LeverOrderInfo,
} from '../../../../contract/lever/lever.ts';
import { DAY_MS, MINUTE_MS } from '../../../../contract/time.ts';

/** The device's time on the stage: Friday 2026-11-20 12:00 UTC. */
export const STAGE_NOW_MS = Date.UTC(2026, 10, 20, 12);
export const USDT = 3;

const day = { change: '1.25', high: '98000', low: '94000', volume: '120', turnover: '11500000' };

function match(id: number, code: string, name: string, close: string): CurrencyMatch {
  return {
    id,
    base_currency: { code, name, logo: `/icons/coins/${code.toLowerCase()}.svg` },
    base_currency_id: id,
    quote_currency_id: USDT,
    base_currency_code: code,
    quote_currency_code: 'USDT',
    price_scale: 2,
    quantity_scale: 5,
    min_notional: '5',
    reference_price: close,
    price_band_ppm: 100_000,
    maker_fee_ppm: 1_000,
    taker_fee_ppm: 1_000,
    status: 'trading',
    opened_at: STAGE_NOW_MS - DAY_MS,
    popularity_rank: id,
    currency_quotation: { ...day, close },
  };
}

export const MATCHES = [
  match(1, 'BTC', 'Bitcoin', '95000.00'),
  match(2, 'ETH', 'Ethereum', '3500.00'),
];

function market(id: number, lotSize: string, mark: string): LeverMarketInfo {
  return {
    id,
    currency_match_id: id,
    symbol: null,
    settle_currency_id: USDT,
    settle_currency_code: 'USDT',
    price_scale: 2,
    lot_size: lotSize,
    lots_min: 1,
    lots_max: 100_000,
    multiples: [2, 5, 10, 20, 50, 100],
    spread_ppm: 200,
    fee_ppm: 500,
    night_ppm: 300,
    night_calendar: 'coin',
    status: 'trading',
    ends_at: null,
    mark,
    mark_state: 'live',
    mark_reason: null,
    mark_changed_at: STAGE_NOW_MS,
    is_agreed: true,
    apart_ppm: 0,
    next_open: null,
  };
}

export const BTC = 1;
export const ETH = 2;
export const MARKETS = [market(BTC, '0.001', '95000'), market(ETH, '0.01', '3500')];

/** Opened on the same day as the stage, so that no night is due. */
const OPENED_MS = STAGE_NOW_MS - 90 * MINUTE_MS;

const NO_END = {
  close_reason: null,
  close_price: null,
  profit: null,
  overnight_fee: null,
  closed_at: null,
  cancel_reason: null,
} as const;

/** 250 lots of BTC, ×20, opened at the mark 97250.00 (vector V5). */
export const LONG: LeverOrderInfo = {
  id: '101',
  lever_market_id: BTC,
  direction: 'long',
  type: 'market',
  state: 'in_trading',
  lots: 250,
  multiple: 20,
  price: null,
  take_profit: '99000',
  stop_loss: '94000',
  spread_ppm: 200,
  fee_ppm: 500,
  night_ppm: 300,
  reserve: '0',
  open_price: '97269.45',
  margin: '1215.868125',
  fee: '12.15868125',
  night_fee: '7.29520875',
  opened_at: OPENED_MS,
  ...NO_END,
  revision: 2,
  created_at: OPENED_MS,
};

/** 300 lots of ETH, ×10, opened at the mark 3420.00 (vector V5). */
export const SHORT: LeverOrderInfo = {
  ...LONG,
  id: '102',
  lever_market_id: ETH,
  direction: 'short',
  lots: 300,
  multiple: 10,
  take_profit: null,
  stop_loss: null,
  open_price: '3419.31',
  margin: '1025.793',
  fee: '5.128965',
  night_fee: '3.077379',
};

export const PENDING: LeverOrderInfo = {
  ...LONG,
  id: '103',
  type: 'limit',
  state: 'pending',
  lots: 10,
  price: '93000',
  take_profit: null,
  stop_loss: null,
  reserve: '46.965',
  open_price: null,
  margin: null,
  fee: null,
  night_fee: null,
  opened_at: null,
  revision: 1,
};

export const CLOSED: LeverOrderInfo = {
  ...LONG,
  id: '90',
  state: 'closed',
  close_reason: 'stop_out',
  close_price: '95000',
  profit: '-567.3625',
  overnight_fee: '7.29520875',
  closed_at: OPENED_MS,
  opened_at: OPENED_MS - DAY_MS,
  created_at: OPENED_MS - DAY_MS,
  revision: 3,
};

/** Without the pending order the figures are those of vector V5. */
export const ACCOUNT: LeverAccountInfo = {
  currency_id: USDT,
  available: '2741.05122875',
  frozen: '2241.661125',
  debt: '0',
  margin: '2241.661125',
  usable: '1931.61872875',
  transferable: '1931.61872875',
  set_aside: [],
  positions: [LONG, SHORT],
  thresholds: { warning: 100, danger: 70, stop_out: 50 },
};

/** The contract balance that the snapshot of the channel has. */
export const CONTRACT_BALANCE = {
  id: 7,
  account_type_id: 2,
  currency_id: USDT,
  currency_code: 'USDT',
  available: ACCOUNT.available,
  frozen: ACCOUNT.frozen,
};

const SOURCES = [
  { source: 'alpha', price: '95000.10', age_ms: 120 },
  { source: 'beta', price: '95000', age_ms: 310 },
  { source: 'gamma', price: '94999.80', age_ms: 90 },
];

/** The marks of both markets at the stop-out; the second one had no price then. */
const SEEN_MARKS = [
  { id: BTC, seq: 2, mark: '95000', sources: SOURCES, wasLive: true },
  {
    id: ETH,
    seq: 7,
    mark: '3512.25',
    sources: [{ source: 'delta', price: '3512.30', age_ms: 640 }],
    wasLive: false,
  },
].map(({ id, wasLive, ...mark }) => ({
  ...mark,
  lever_market_id: id,
  mark_state: 'live' as const,
  reason: null,
  close_only: false,
  time: CLOSED.created_at + 2 * MINUTE_MS,
  was_live: wasLive,
}));

export const DETAIL: LeverOrderDetail = {
  ...CLOSED,
  steps: (['placed', 'opened', 'closed'] as const).map((event, at) => ({
    revision: at + 1,
    time: CLOSED.created_at + at * MINUTE_MS,
    event,
    reason: event === 'closed' ? 'stop_out' : null,
    price: event === 'opened' ? '97269.45' : event === 'closed' ? '95000' : null,
    take_profit: null,
    stop_loss: null,
    mark_seq: event === 'placed' ? null : at,
  })),
  marks: [1, 2].map((seq) => ({
    lever_market_id: BTC,
    seq,
    mark: '95000',
    mark_state: 'live' as const,
    reason: null,
    close_only: false,
    time: CLOSED.created_at + seq * MINUTE_MS,
    sources: SOURCES,
  })),
  worst_price: '97755.79',
  seen: {
    equity: '607.93381875',
    margin: '1215.868125',
    stop_out_price: '95000.79',
    marks: SEEN_MARKS,
  },
  cover: null,
  insured: '12.34',
  waived: '0',
};

const CANDLES = 120;
const PERIOD_MS = 15 * MINUTE_MS;

/** Candles around a price, in a wave. */
export function candlesAround(price: number): Candle[] {
  return Array.from({ length: CANDLES }, (_, at) => {
    const open = price * (1 + Math.sin(at / 7) / 100);
    const close = price * (1 + Math.sin((at + 1) / 7) / 100);
    const text = (value: number) => value.toFixed(2);
    return {
      time: STAGE_NOW_MS - (CANDLES - at) * PERIOD_MS,
      open: text(open),
      high: text(Math.max(open, close) * 1.001),
      low: text(Math.min(open, close) * 0.999),
      close: text(close),
      volume: '12',
      turnover: text(12 * close),
    };
  });
}
