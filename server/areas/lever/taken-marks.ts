/**
 * The marks of contract markets as the process takes them: each evaluation of the sources of a market's pair
 * gets a number, and those at which something was done are stored with their sources.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { agreedWithinPpmOf } from '../../../contract/figures/lever-order.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverMark, LiveMark } from '../../engine/lever/lever-types.ts';
import { leverMarkOf } from '../../engine/lever/market-mark.ts';
import type { Evaluation } from '../../engine/lever/market-mark.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { LeverMarketRules, LeverMarkView } from './lever-exchange.types.ts';
import type { LeverSnapshot, UsedMark } from './lever-store.types.ts';

/** Prices of the instruments of contract markets. */
export interface LeverPrices {
  /**
   * Evaluates the sources of the market's pair as they are now, without the own order book; null without such
   * a pair.
   */
  evaluate(rules: LeverMarketRules): Evaluation | null;
  /** Takes the last live price of an earlier run, so that the first one of this run is compared with it. */
  resume(rules: LeverMarketRules, ticks: number): void;
  /** The name of the market's instrument, `BTC/USDT`. */
  name(rules: LeverMarketRules): string;
}

interface TakenMark {
  readonly view: LeverMarkView;
  readonly takenAtMs: EpochMs;
  readonly agreedWithinPpm: number;
  isStored: boolean;
}

/** The last mark of a market at which its accounts are valued. */
interface LastLive {
  readonly ticks: number;
  readonly seq: number;
  /** Null for a stored one of an earlier run. */
  readonly taken: TakenMark | null;
}

interface TakingOfMark {
  readonly now: EpochMs;
  readonly takenAtMs: EpochMs;
  /** Whether an evaluation with the same prices a moment ago is enough. */
  readonly mayReuse: boolean;
}

/** A command within this time of an evaluation with the same prices needs no new one. */
const SAME_WITHIN_MS = 50;

export class TakenMarks {
  readonly #prices: LeverPrices;
  readonly #taken = new Map<number, TakenMark>();
  readonly #lastLive = new Map<number, LastLive>();
  #seq: number;

  /** @param lastMarks last stored marks of an earlier run, by market. */
  constructor(prices: LeverPrices, lastMarks: LeverSnapshot['lastMarks']) {
    this.#prices = prices;
    for (const [marketId, mark] of lastMarks)
      this.#lastLive.set(marketId, { ...mark, taken: null });
    this.#seq = Math.max(0, ...[...lastMarks.values()].map(({ seq }) => seq));
  }

  /**
   * Evaluates the mark of the market at a time by the clock. @param takenAtMs the same time, or a later one
   * that does not go back with the clock.
   * @returns null when a command may use the last one, because prices are the same.
   */
  evaluate(rules: LeverMarketRules, { now, takenAtMs, mayReuse }: TakingOfMark): LeverMark | null {
    const before = this.#taken.get(rules.id);
    const found = this.#prices.evaluate(rules);
    const mark: LeverMark =
      found === null ? { state: 'frozen' } : leverMarkOf(found, rules, this.#seq + 1);
    const sources = found?.sources ?? [];
    if (mayReuse && before !== undefined && isSame(before, mark, sources, now)) return null;
    this.#seq += 1;
    // Nothing happens at the price of a halted market, and it values nothing.
    const isLive = mark.state === 'live' && rules.status !== 'halted';
    const lastLiveTicks = isLive ? mark.ticks : this.lastLiveTicks(rules.id);
    const { atMs, status } = found ?? { atMs: now, status: 'too_few' };
    const changedAtMs = before?.view.mark.state === mark.state ? before.view.changedAtMs : atMs;
    const marketStatus = rules.status;
    const view = { mark, marketStatus, atMs, changedAtMs, lastLiveTicks, status, sources };
    const agreedWithinPpm = agreedWithinPpmOf(rules);
    const taken = { view, takenAtMs, agreedWithinPpm, isStored: false };
    this.#taken.set(rules.id, taken);
    if (isLive) this.#lastLive.set(rules.id, { ticks: mark.ticks, seq: mark.seq, taken });
    return mark;
  }

  /** The last mark of the market; undefined before the first. */
  view(marketId: number): LeverMarkView | undefined {
    return this.#taken.get(marketId)?.view;
  }

  /** When the last mark of the market was taken, by the clock; before all times without one. */
  readAtMs(marketId: number): EpochMs {
    return this.view(marketId)?.atMs ?? Number.NEGATIVE_INFINITY;
  }

  /** See `LeverMarkView.lastLiveTicks`. */
  lastLiveTicks(marketId: number): number | null {
    return this.#lastLive.get(marketId)?.ticks ?? null;
  }

  /** The live mark of the market; null without one. */
  live(marketId: number): LiveMark | null {
    const mark = this.#taken.get(marketId)?.view.mark;
    return mark?.state === 'live' ? mark : null;
  }

  /** Marks the last mark of the market as used. @returns it, the first time; null later. @throws AssertionError unless live. */
  use(marketId: number): UsedMark | null {
    const taken = ensure(this.#taken.get(marketId), `mark of contract market ${marketId}`);
    return usedMarkOf(marketId, taken);
  }

  /**
   * Marks the last live mark of the market as used, even if another came after it. @returns its number, and the mark the
   * first time; null when there was none.
   */
  useLastLive(marketId: number): { readonly seq: number; readonly mark: UsedMark | null } | null {
    const last = this.#lastLive.get(marketId);
    if (last === undefined) return null;
    const { seq, taken } = last;
    return { seq, mark: taken === null ? null : usedMarkOf(marketId, taken) };
  }
}

/** Returns the mark as it is stored, the first time; null later. @throws AssertionError unless live. */
function usedMarkOf(marketId: number, taken: TakenMark): UsedMark | null {
  if (taken.isStored) return null;
  const { takenAtMs, agreedWithinPpm } = taken;
  const { mark, atMs, sources } = taken.view;
  assert(mark.state === 'live', 'only a live mark is used');
  taken.isStored = true;
  const { seq, ticks, isAgreed, isCloseOnly } = mark;
  const acted = { marketId, seq, atMs, takenAtMs, ticks };
  return { ...acted, isAgreed, agreedWithinPpm, isCloseOnly, sources };
}

/** Whether the sources say the same as at the last evaluation, apart from their times. */
function isSame(
  { view }: TakenMark,
  mark: LeverMark,
  sources: readonly SourcePrice[],
  now: EpochMs,
): boolean {
  const { mark: last, sources: before } = view;
  if (now - view.atMs >= SAME_WITHIN_MS || last.state !== mark.state) return false;
  if (mark.state !== 'live' || last.state !== 'live') return true;
  return (
    last.ticks === mark.ticks &&
    last.isAgreed === mark.isAgreed &&
    last.isCloseOnly === mark.isCloseOnly &&
    before.length === sources.length &&
    before.every(({ sourceId, ticks }, index) => {
      const other = sources[index];
      return other?.sourceId === sourceId && other.ticks === ticks;
    })
  );
}
