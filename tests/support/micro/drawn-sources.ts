/**
 * Drawn prices of the outside sources of one instrument: noise, jumps, wicks, silence, wrong and old prices, and distances at the
 * very bounds of the rule. Seeded.
 */
import { ensure } from '../../../contract/assert.ts';
import type { SourcePrice } from '../../../contract/figures/price-agreement.ts';

type Chance = () => number;

/** How a source is wrong for a while: it says nothing, times that do not go on, or a multiple of the price. */
interface Fault {
  readonly kind: 'silent' | 'stopped' | 'wrong';
  readonly untilMs: number;
  readonly factor: number;
  /** Time of the last price of a source that has stopped. */
  readonly sinceMs: number;
}

/** Prices that no record can hold. */
const UNWRITTEN = [Number.NaN, 0, -5, 1.5, Number.POSITIVE_INFINITY] as const;
const FACTORS = [100, 0.01, 1.1, 1.05, 0.95, 1.006, 0.97] as const;
/** Distances at which the rule decides, as parts of a price: the median, two sources, a jump, and an opening price. */
const BOUNDS = [20, 200, 50, 1_000_000 / 300] as const;
const AGES = [2_000, 2_001, 1_999, 3_000, 11_000, -1_000, -1_001, -999] as const;
/** Each bound of a multiple of it is whole ticks. */
const ROUND = 10_000;
const FAULT_MS_MAX = 6_000;

export class DrawnSources {
  readonly #ids: readonly string[];
  readonly #chance: Chance;
  readonly #faults = new Map<string, Fault>();
  readonly #home: number;
  #price: number;
  /** Part of the price by which it is off for some points. */
  #wick = 0;
  #wickUntilMs = 0;
  /** Until then all sources say the same round price, of which every bound is whole ticks, or a price at a bound. */
  #roundUntilMs = 0;

  constructor(ids: readonly string[], ticks: number, chance: Chance) {
    this.#ids = ids;
    this.#home = ticks;
    this.#price = ticks;
    this.#chance = chance;
  }

  /** Returns the prices of all sources at that time, and moves on. */
  at(atMs: number): readonly SourcePrice[] {
    this.#move(atMs);
    const base = Math.round(this.#price * (1 + this.#wick));
    const spreadPpm = this.#chance() < 0.1 ? 400 : 60;
    // One source in a while is exactly at a bound.
    const edge = this.#chance() < 0.08 ? this.#pick(this.#ids) : null;
    const isExact = edge !== null || atMs < this.#roundUntilMs;
    return this.#ids.flatMap((sourceId): SourcePrice[] => {
      const noise = isExact ? 0 : Math.round(base * this.#around(spreadPpm / 1e6));
      const ticks = base + (sourceId === edge ? this.#boundOf(base) : noise);
      return this.#said(sourceId, ticks, atMs);
    });
  }

  #move(atMs: number): void {
    if (atMs < this.#roundUntilMs) this.#jumpFromRound();
    else this.#walk(atMs);
    if (atMs >= this.#wickUntilMs) this.#wick = 0;
    else if (this.#chance() < 0.3) this.#wick += this.#around(0.006);
    if (this.#chance() < 0.02) this.#break(this.#pick(this.#ids), atMs);
    // Sometimes all of them are silent, or all but two.
    if (this.#chance() < 0.004)
      for (const id of this.#ids.slice(this.#chance() < 0.4 ? 0 : 2))
        this.#break(id, atMs, 'silent');
  }

  #walk(atMs: number): void {
    const drawn = this.#chance();
    // Jumps are drawn back, so that the price stays where its bounds are several ticks.
    if (drawn < 0.3)
      this.#price += Math.round(this.#around(4) + (this.#home - this.#price) / 2_000);
    else if (drawn < 0.303) this.#price *= 1 + this.#around(0.05);
    else if (drawn < 0.306) this.#price += this.#boundOf(this.#price);
    else if (drawn < 0.312) {
      this.#wick = this.#around(0.06);
      this.#wickUntilMs = atMs + this.#upTo(2_000);
    } else if (drawn < 0.318) {
      this.#price = this.#round;
      this.#roundUntilMs = atMs + this.#upTo(2 * FAULT_MS_MAX);
    }
    this.#price = Math.round(this.#price);
  }

  #jumpFromRound(): void {
    if (this.#chance() > 0.1) return;
    this.#price = this.#round;
    if (this.#chance() < 0.5) this.#price += this.#boundOf(this.#round);
  }

  get #round(): number {
    return Math.round(this.#home / ROUND) * ROUND;
  }

  #break(
    id: string,
    atMs: number,
    kind = this.#pick(['silent', 'stopped', 'wrong'] as const),
  ): void {
    const untilMs = atMs + this.#upTo(FAULT_MS_MAX);
    const factor = this.#pick(FACTORS);
    this.#faults.set(id, { kind, untilMs, factor, sinceMs: atMs });
  }

  #said(sourceId: string, right: number, atMs: number): SourcePrice[] {
    const found = this.#faults.get(sourceId);
    const fault = found !== undefined && atMs < found.untilMs ? found : undefined;
    if (fault?.kind === 'silent') return [];
    const ticks = fault?.kind === 'wrong' ? Math.round(right * fault.factor) : right;
    const ageMs = this.#chance() < 0.01 ? this.#pick(AGES) : this.#upTo(400);
    const saidAtMs = fault?.kind === 'stopped' ? fault.sinceMs : atMs - ageMs;
    const isUnwritten = this.#chance() < 0.002;
    return [{ sourceId, ticks: isUnwritten ? this.#pick(UNWRITTEN) : ticks, atMs: saidAtMs }];
  }

  /** A distance from a price at a bound, or one tick from there. */
  #boundOf(price: number): number {
    const distance = Math.floor(price / this.#pick(BOUNDS)) + this.#upTo(3) - 1;
    return this.#chance() < 0.5 ? distance : -distance;
  }

  #around(size: number): number {
    return (this.#chance() - 0.5) * 2 * size;
  }

  /** A whole number from 0 on, below `end`. */
  #upTo(end: number): number {
    return Math.floor(this.#chance() * end);
  }

  #pick<T>(all: readonly T[]): T {
    return ensure(all[this.#upTo(all.length)], 'a drawn one');
  }
}
