/**
 * A contract account at the marks of now: profit of each position, equity, ratio, stop-out prices. The formulas
 * are those of the server. Amounts are units of the settlement currency, prices ticks.
 */
import {
  countedResultOf,
  equityOf,
  riskRatioBpOf,
  stopOutTicksOf,
  usableOf,
  type LeverFunds,
  type NetExposure,
} from '../../../contract/figures/lever-account.ts';
import { nightWeightOf } from '../../../contract/figures/lever-nights.ts';
import { utcDayOf } from '../../../contract/figures/utc-day.ts';
import { profitOf, signOf } from '../../../contract/figures/lever-order.ts';
import {
  countsForOpenings,
  setAsideOf,
  type DoubtedMarket,
  type PriceDoubt,
} from '../../../contract/figures/lever-set-aside.ts';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { formatUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { divide } from '../../../contract/money/rounding.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import { termsOfOrder, tickLotUnitsOf, ticksOf } from './lever-prices.ts';
import {
  closeWaitOf,
  entryWaitOf,
  orderDoubtOf,
  priceDoubtOf,
  takeProfitWaitOf,
  type KnownMark,
  type TargetWait,
} from './order-waits.ts';

/** The amounts of the account that no position contains. */
export interface LeverCash {
  readonly available: bigint;
  readonly frozen: bigint;
  readonly debt: bigint;
}

interface PortfolioInput {
  readonly cash: LeverCash;
  readonly orders: Iterable<LeverOrderInfo>;
  readonly markets: ReadonlyMap<number, LeverMarketInfo>;
  readonly marks: ReadonlyMap<number, KnownMark>;
  /** Any time of the present UTC day, by the clock of the server. */
  readonly now: EpochMs;
}

/** A midnight UTC with its fee in units. */
interface NextNight {
  readonly atMs: EpochMs;
  readonly fee: bigint;
}

/** A position at the mark. */
export interface PositionValue {
  readonly order: LeverOrderInfo;
  readonly market: LeverMarketInfo;
  readonly openTicks: number;
  readonly markTicks: number;
  readonly profit: bigint;
  readonly margin: bigint;
  /** Profit per margin in hundredths of a percent, rounded down. */
  readonly profitBp: bigint;
  /** Fees of the nights so far. */
  readonly nights: bigint;
  /** The next midnight that has a fee. */
  readonly nextNight: NextNight;
  /** Whether it waits for a price at which it closes. */
  readonly isClosing: boolean;
  /** Reason why it has not closed yet; null unless it is closing. next: it closes at the next mark. */
  readonly closeWaits: ReturnType<typeof closeWaitOf>;
  /** Whether its market has a live mark. */
  readonly isLive: boolean;
  /** Reason why the price of its market is uncertain; null for a mark on which sources agree. */
  readonly doubt: PriceDoubt | null;
  /** Reason why a close by the owner would wait at this mark; null when it is carried out immediately. */
  readonly closeDoubt: ReturnType<typeof orderDoubtOf>;
  /** Reason why a take-profit that the mark has reached waits; null when none does. */
  readonly takeProfitWaits: TargetWait | null;
}

/** Amount that stays in the account for a market whose price is uncertain. */
export interface SetAside {
  readonly marketId: number;
  readonly doubt: PriceDoubt;
  readonly amount: bigint;
}

export interface Portfolio extends LeverFunds {
  /** Balance that the account would have if every position closed at the last marks. */
  readonly equity: bigint;
  /** Result of the positions as openings count it: without profits in markets that have no live mark. */
  readonly countedResult: bigint;
  /** Equity per margin in hundredths of a percent; null without a position. */
  readonly ratioBp: bigint | null;
  /** Amount that an opening may take. */
  readonly usable: bigint;
  /** Amount that a transfer out of the account may take. */
  readonly transferable: bigint;
  /** Amounts above 0 by market; those that openings may take, too. */
  readonly setAside: readonly SetAside[];
  /** Positions by id. Positions of an unknown market, or before its first mark, are left out. */
  readonly positions: ReadonlyMap<string, PositionValue>;
  /** Reasons why pending orders wait whose limit the mark has reached, by id. */
  readonly entryWaits: ReadonlyMap<string, TargetWait>;
  /**
   * Mark of each held market at which all positions are closed while other marks stay, in ticks; null when no
   * price does it.
   */
  readonly stopOuts: ReadonlyMap<number, number | null>;
  /** Longs less shorts of each held market in units of the instrument, decimal text. */
  readonly exposures: ReadonlyMap<number, string>;
  /** Whether positions are left out, so that no sum is right. */
  readonly isPartial: boolean;
}

const WHOLE_BP = 10_000n;

const isPosition = ({ state }: LeverOrderInfo): boolean =>
  state === 'in_trading' || state === 'closing';

/** Returns the position at the mark of its market; null while the market or its mark is unknown. */
function positionOf(order: LeverOrderInfo, input: PortfolioInput): PositionValue | null {
  const market = input.markets.get(order.lever_market_id);
  const mark = input.marks.get(order.lever_market_id);
  if (market === undefined || mark === undefined || mark.price === null) return null;
  const openTicks = ticksOf(market, order.open_price ?? '');
  const markTicks = ticksOf(market, mark.price);
  if (openTicks === null || markTicks === null || order.opened_at === null) return null;
  const profit = profitOf(termsOfOrder(order, market), openTicks, markTicks);
  const margin = amountOf(order.margin);
  const until = Math.max(input.now, order.opened_at);
  const weight = nightWeightOf(market.night_calendar, order.opened_at, until);
  return {
    order,
    market,
    openTicks,
    markTicks,
    profit,
    margin,
    profitBp: margin === 0n ? 0n : divide(profit * WHOLE_BP, margin, 'floor'),
    nights: amountOf(order.night_fee) * BigInt(weight),
    nextNight: nextNightOf(amountOf(order.night_fee), market, input.now),
    isClosing: order.state === 'closing',
    closeWaits: closeWaitOf(order, mark),
    isLive: mark.state === 'live' && mark.status !== 'halted',
    doubt: priceDoubtOf(mark),
    closeDoubt: orderDoubtOf(order, mark),
    takeProfitWaits: takeProfitWaitOf({ order, market, mark }),
  };
}

/** The longest row of nights without a fee, a weekend, is shorter. */
const DAYS_AHEAD = 7;

function nextNightOf(fee: bigint, market: LeverMarketInfo, now: EpochMs): NextNight {
  const today = utcDayOf(now);
  for (let day = today + 1; day < today + DAYS_AHEAD; day++) {
    const weight = nightWeightOf(market.night_calendar, now, day * DAY_MS);
    if (weight > 0) return { atMs: day * DAY_MS, fee: fee * BigInt(weight) };
  }
  throw new Error(`no night of the calendar ${market.night_calendar} has a fee`);
}

function entryWaitIn({ markets, marks }: PortfolioInput, order: LeverOrderInfo): TargetWait | null {
  const market = markets.get(order.lever_market_id);
  const mark = marks.get(order.lever_market_id);
  if (market === undefined || mark === undefined) return null;
  return entryWaitOf({ order, market, mark });
}

export function portfolioOf(input: PortfolioInput): Portfolio {
  const positions = new Map<string, PositionValue>();
  const entryWaits = new Map<string, TargetWait>();
  let isPartial = false;
  let margin = 0n;
  let unrealized = 0n;
  let nights = 0n;
  for (const order of input.orders) {
    const entryWait = entryWaitIn(input, order);
    if (entryWait !== null) entryWaits.set(order.id, entryWait);
    if (!isPosition(order)) continue;
    const value = positionOf(order, input);
    if (value === null) isPartial = true;
    else positions.set(order.id, value);
    margin += amountOf(order.margin);
    unrealized += value?.profit ?? 0n;
    nights += value?.nights ?? 0n;
  }
  const funds = { ...input.cash, margin, unrealized, nights };
  const countedResult = countedIn(positions.values());
  const counted = { ...funds, unrealized: countedResult };
  const equity = equityOf(funds);
  const setAside = setAsideIn(positions.values());
  const net = netIn(positions.values());
  return {
    ...funds,
    equity,
    countedResult,
    ratioBp: riskRatioBpOf(equity, margin),
    usable: usableOf(counted, sumOf(setAside.filter(({ doubt }) => countsForOpenings(doubt)))),
    transferable: usableOf(counted, sumOf(setAside)),
    setAside,
    positions,
    entryWaits,
    stopOuts: new Map(
      Array.from(net, ([id, exposure]) => [id, stopOutTicksOf(exposure, equity, margin)]),
    ),
    exposures: new Map(
      Array.from(net, ([id, { unitsPerTick, scale }]) => [id, instrumentText(unitsPerTick, scale)]),
    ),
    isPartial,
  };
}

/** Returns the results of all markets as they count for openings. */
function countedIn(positions: Iterable<PositionValue>): bigint {
  const results = new Map<number, { profit: bigint; isLive: boolean }>();
  for (const { market, profit, isLive } of positions) {
    const before = results.get(market.id)?.profit ?? 0n;
    results.set(market.id, { profit: before + profit, isLive });
  }
  let sum = 0n;
  for (const { profit, isLive } of results.values()) sum += countedResultOf(profit, isLive);
  return sum;
}

const sumOf = (amounts: readonly SetAside[]): bigint =>
  amounts.reduce((sum, { amount }) => sum + amount, 0n);

/** Returns the amount that stays in the account for each market whose price is uncertain. */
function setAsideIn(positions: Iterable<PositionValue>): readonly SetAside[] {
  const markets = new Map<number, DoubtedMarket>();
  for (const { order, market, markTicks, doubt } of positions) {
    if (doubt === null) continue;
    const before = markets.get(market.id)?.netValue ?? 0n;
    const netValue = before + unitsPerTickOf(order, market) * BigInt(markTicks);
    markets.set(market.id, { doubt, calendar: market.night_calendar, netValue });
  }
  return [...markets].flatMap(([marketId, market]) => {
    const amount = setAsideOf(market);
    return amount > 0n ? [{ marketId, doubt: market.doubt, amount }] : [];
  });
}

/** Returns the positions of the account in each market, with the decimals of its prices. */
function netIn(positions: Iterable<PositionValue>): Map<number, NetExposure & { scale: number }> {
  const net = new Map<number, NetExposure & { scale: number }>();
  for (const { order, market, markTicks } of positions) {
    const before = net.get(market.id)?.unitsPerTick ?? 0n;
    const unitsPerTick = before + unitsPerTickOf(order, market);
    net.set(market.id, { markTicks, unitsPerTick, scale: market.price_scale });
  }
  return net;
}

/** Returns units of the instrument: one tick of the price is 10^-scale, so they are as many as units per tick. */
export const instrumentText = (unitsPerTick: bigint, scale: number): string =>
  formatUnits(unitsPerTick, SCALE_MAX - scale);

/** Returns the gain of the position when the mark rises by a tick; negative for a loss. */
const unitsPerTickOf = (order: LeverOrderInfo, market: LeverMarketInfo): bigint =>
  BigInt(signOf(order.direction)) * BigInt(order.lots) * tickLotUnitsOf(market);

/** Returns the gain of the account when the mark of the market rises by a tick. */
export function exposureOf(portfolio: Portfolio, marketId: number): bigint {
  let sum = 0n;
  for (const { order, market } of portfolio.positions.values())
    if (market.id === marketId) sum += unitsPerTickOf(order, market);
  return sum;
}

/** Returns the mark at which the positions of the market are valued, in ticks; null without a position. */
export function markTicksOf(portfolio: Portfolio, marketId: number): number | null {
  for (const { market, markTicks } of portfolio.positions.values())
    if (market.id === marketId) return markTicks;
  return null;
}
