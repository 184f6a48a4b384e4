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
import {
  isAgreedFor,
  profitOf,
  signOf,
  type MarkAgreement,
} from '../../../contract/figures/lever-order.ts';
import {
  countsForOpenings,
  doubtOf,
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

/** The amounts of the account that no position contains. */
export interface LeverCash {
  readonly available: bigint;
  readonly frozen: bigint;
  readonly debt: bigint;
}

/** A mark as the app knows it. */
export interface KnownMark extends MarkAgreement {
  /** Decimal text; null before the first one. */
  readonly price: string | null;
  /** Figures of the market. */
  readonly status: LeverMarketInfo['status'];
  readonly state: LeverMarketInfo['mark_state'];
  /** Reason why it is not live; null while it is. */
  readonly reason: LeverMarketInfo['mark_reason'];
  /** Whether positions can only be closed now. */
  readonly isCloseOnly: boolean;
}

/** Reason why a close by the owner waits. costs: the sources are too far apart for the costs of the position alone. */
type CloseDoubt = PriceDoubt | 'costs';

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
  readonly closeWaits: CloseDoubt | 'next' | null;
  /** Whether its market has a live mark. */
  readonly isLive: boolean;
  /** Reason why the price of its market is uncertain; null for a mark on which sources agree. */
  readonly doubt: PriceDoubt | null;
  /** Reason why a close by the owner would wait at this mark; null when it is carried out at once. */
  readonly closeDoubt: CloseDoubt | null;
  /** Reason why a take-profit that the mark has reached waits; null when none does. */
  readonly takeProfitWaits: 'apart' | 'costs' | null;
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
  const doubt = doubtOf({ isHalted: mark.status === 'halted', ...mark });
  const closeDoubt = doubt ?? (agreesFor(order, mark) ? null : 'costs');
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
    closeWaits: order.state === 'closing' ? closeWaitOf(order, doubt, closeDoubt) : null,
    isLive: mark.state === 'live' && mark.status !== 'halted',
    doubt,
    closeDoubt,
    takeProfitWaits: isProfitReached(order, market, markTicks) ? profitWaitOf(closeDoubt) : null,
  };
}

const agreesFor = (
  { spread_ppm: spreadPpm, fee_ppm: feePpm }: LeverOrderInfo,
  mark: KnownMark,
): boolean => isAgreedFor({ spreadPpm, feePpm }, mark);

/** Only a close by the owner waits for the costs of the position. */
const closeWaitOf = (
  { close_reason: reason }: LeverOrderInfo,
  doubt: PriceDoubt | null,
  closeDoubt: CloseDoubt | null,
): CloseDoubt | 'next' => (reason === 'owner' ? closeDoubt : doubt) ?? 'next';

/** A price that is not live has reached no take-profit. */
const profitWaitOf = (doubt: CloseDoubt | null): 'apart' | 'costs' | null =>
  doubt === 'apart' || doubt === 'costs' ? doubt : null;

/** Whether the mark has reached the take-profit. A waiting close has none. */
function isProfitReached(
  { state, direction, take_profit: target }: LeverOrderInfo,
  market: LeverMarketInfo,
  markTicks: number,
): boolean {
  const ticks = ticksOf(market, target ?? '');
  if (ticks === null || state === 'closing') return false;
  return direction === 'long' ? markTicks >= ticks : markTicks <= ticks;
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

export function portfolioOf(input: PortfolioInput): Portfolio {
  const positions = new Map<string, PositionValue>();
  let isPartial = false;
  let margin = 0n;
  let unrealized = 0n;
  let nights = 0n;
  for (const order of input.orders) {
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
