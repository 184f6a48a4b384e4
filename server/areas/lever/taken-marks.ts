/**
 * The marks of contract markets as the process takes them: each evaluation of the sources of a market's pair
 * gets a number, and those at which something was done are stored with their sources.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverMark } from '../../engine/lever/lever-types.ts';
import { leverMarkOf } from '../../engine/lever/market-mark.ts';
import type { Evaluation } from '../../engine/lever/market-mark.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';
import type { LeverMarketRules, LeverMarkView } from './lever-exchange.types.ts';
import type { UsedMark } from './lever-store.types.ts';

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
  readonly #lastLiveTicks: Map<number, number>;
  #seq: number;

  /** @param lastTicks last prices of an earlier run, by market. @param lastSeq its last stored number. */
  constructor(prices: LeverPrices, lastTicks: ReadonlyMap<number, number>, lastSeq: number) {
    this.#prices = prices;
    this.#lastLiveTicks = new Map(lastTicks);
    this.#seq = lastSeq;
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
    if (mark.state === 'live' && rules.status !== 'halted')
      this.#lastLiveTicks.set(rules.id, mark.ticks);
    const lastLiveTicks = this.#lastLiveTicks.get(rules.id) ?? null;
    const { atMs, status } = found ?? { atMs: now, status: 'too_few' };
    const view = { mark, marketStatus: rules.status, atMs, lastLiveTicks, status, sources };
    const agreedWithinPpm = rules.spreadPpm + rules.feePpm;
    this.#taken.set(rules.id, { view, takenAtMs, agreedWithinPpm, isStored: false });
    return mark;
  }

  /** The last mark of the market; undefined before the first. */
  view(marketId: number): LeverMarkView | undefined {
    return this.#taken.get(marketId)?.view;
  }

  /** When the last mark of the market was taken; before all times without one. */
  takenAtMs(marketId: number): EpochMs {
    return this.#taken.get(marketId)?.takenAtMs ?? Number.NEGATIVE_INFINITY;
  }

  /** See `LeverMarkView.lastLiveTicks`. */
  lastLiveTicks(marketId: number): number | null {
    return this.#lastLiveTicks.get(marketId) ?? null;
  }

  /** The live mark of the market; null without one. */
  live(marketId: number): Extract<LeverMark, { state: 'live' }> | null {
    const mark = this.#taken.get(marketId)?.view.mark;
    return mark?.state === 'live' ? mark : null;
  }

  /** Marks the last mark of the market as used. @returns it, the first time; null later. @throws AssertionError unless live. */
  use(marketId: number): UsedMark | null {
    const taken = ensure(this.#taken.get(marketId), `mark of contract market ${marketId}`);
    if (taken.isStored) return null;
    const { takenAtMs, agreedWithinPpm } = taken;
    const { mark, atMs, sources } = taken.view;
    assert(mark.state === 'live', 'only a live mark is used');
    taken.isStored = true;
    const { seq, ticks, isAgreed, isCloseOnly } = mark;
    const acted = { marketId, seq, atMs, takenAtMs, ticks };
    return { ...acted, isAgreed, agreedWithinPpm, isCloseOnly, sources };
  }
}

/** Whether the sources say what they said a moment ago, apart from their times. */
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
