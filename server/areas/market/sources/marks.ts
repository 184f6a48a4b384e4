/**
 * The marks and the references of each pair, from its sources. The mark values holdings and moves bands and the
 * market maker. The outside mark, of contracts, is without the own order book, because the exchange must have no
 * vote on bets against itself.
 */
import { ensure } from '../../../../contract/assert.ts';
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import { agreeOn } from '../../../../contract/figures/price-agreement.ts';
import type { Agreement, SourcePrice } from '../../../../contract/figures/price-agreement.ts';
import { agreeWithBook } from '../../../engine/marks/mark-rule.ts';
import type { PriceStatus } from '../../../../contract/figures/confirmed-price.ts';
import { MARK_AGE_MS, MarkTrack } from '../../../engine/marks/mark-track.ts';
import type { Job, Jobs } from '../../../kit/jobs/jobs.ts';
import { isTrading } from '../../../../contract/figures/trading-calendar.ts';
import type { PricePair, PriceSource } from './price-source.ts';

/** A mark that is further than 1/20 (5 %) from its slow mean is no reference of a floating ad. */
const CALM_WITHIN = 20;

/** One evaluation, with the sources that decided it, which are stored with any act at the price. */
interface MarkReading {
  readonly status: PriceStatus;
  /** Null unless live. */
  readonly ticks: number | null;
  readonly atMs: EpochMs;
  readonly sources: readonly SourcePrice[];
  /** The price moved by more than 10 % within a minute, less than five minutes ago. */
  readonly isCloseOnly: boolean;
}

/** The present price of one source. */
interface SourceReading {
  readonly sourceId: string;
  /** Null for a source without a price of the pair. */
  readonly ticks: number | null;
  readonly atMs: EpochMs | null;
  /** False for a price that the outside mark ignores: too old, too far from the others, or of the own book. */
  readonly isUsed: boolean;
}

interface PairMarks {
  readonly pair: PricePair;
  readonly mark: MarkTrack;
  readonly outside: MarkTrack;
}

/** The outside sources of a pair at one time, and what they agree on. */
interface OutsideAgreement {
  readonly now: EpochMs;
  readonly prices: readonly SourcePrice[];
  readonly alone: Agreement;
  readonly isOpen: boolean;
}

interface MarksParts {
  readonly pairs: readonly PricePair[];
  readonly sources: readonly PriceSource[];
  readonly clock: Clock;
}

export class Marks {
  readonly #pairs: ReadonlyMap<string, PairMarks>;
  readonly #sources: readonly PriceSource[];
  readonly #clock: Clock;
  #ownBook: (pairName: string) => SourcePrice | null = () => null;
  #job: Job | undefined;

  constructor({ pairs, sources, clock }: MarksParts) {
    this.#sources = sources;
    this.#clock = clock;
    this.#pairs = new Map(
      pairs.map((pair) => [pair.name, { pair, mark: new MarkTrack(), outside: new MarkTrack() }]),
    );
  }

  get pairs(): readonly PricePair[] {
    return Array.from(this.#pairs.values(), ({ pair }) => pair);
  }

  /** Connects the sources, evaluates all pairs, and then does so several times a second. */
  start(jobs: Jobs): void {
    for (const source of this.#sources) source.start(this.pairs);
    this.evaluateAll();
    this.#job ??= jobs.start('price_marks', {
      failure: 'prices could not be evaluated',
      work: () => this.evaluateAll(),
    });
  }

  /** Disconnects the sources. Prices end with their age. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    this.#job = undefined;
    await Promise.all(this.#sources.map((source) => source.stop()));
  }

  /** Gives the middle of the own order book a vote on marks. */
  followBook(ownBook: (pairName: string) => SourcePrice | null): void {
    this.#ownBook = ownBook;
  }

  /** Evaluates the mark of a pair from its sources as they are now. @throws AssertionError for an unknown pair. */
  mark(name: string): MarkReading {
    const known = this.#of(name);
    const found = this.#agreement(known.pair);
    return readingOf(known.mark, this.#takeMark(known, found), found.now);
  }

  /** Like {@link mark}, without the own order book: two outside sources must be there. */
  outside(name: string): MarkReading {
    const known = this.#of(name);
    const found = this.#agreement(known.pair);
    // The mark is left alone, because each command on contracts passes here.
    takeOutside(known, found);
    return readingOf(known.outside, found.alone.kept, found.now);
  }

  /** The outside mark of an earlier run: the first one of this run is confirmed like any after a gap. */
  resumeOutside(name: string, ticks: number): void {
    this.#of(name).outside.resume(ticks);
  }

  /** The present price of each outside source. @throws AssertionError for an unknown pair. */
  outsidePrices(name: string): readonly SourcePrice[] {
    return this.#pricesOf(this.#of(name).pair);
  }

  /** Returns the latest state of each source of a pair, and whether the outside mark uses it. @throws AssertionError for an unknown pair. */
  sources(name: string): readonly SourceReading[] {
    const outside = this.outsidePrices(name);
    const { kept } = agreeOn(outside, this.#clock.now(), MARK_AGE_MS);
    const own = this.#ownBook(name);
    const readings = [...outside, ...(own === null ? [] : [own])].map((price) => ({
      ...price,
      isUsed: kept.includes(price),
    }));
    const silent = this.#sources
      .filter(({ id }) => !outside.some(({ sourceId }) => sourceId === id))
      .map(({ id }) => ({ sourceId: id, ticks: null, atMs: null, isUsed: false }));
    return [...readings, ...silent];
  }

  /** Ticks of the last live mark, without an evaluation; null while there is none, or the pair is unknown. */
  liveTicks(name: string): number | null {
    return this.#pairs.get(name)?.mark.liveTicks(this.#clock.now()) ?? null;
  }

  /** Mean of the live marks of the last five minutes, in ticks; null without any, or the pair is unknown. */
  meanTicks(name: string): number | null {
    return this.#pairs.get(name)?.mark.meanTicks(this.#clock.now()) ?? null;
  }

  /**
   * The reference of floating ads: the live mark in a calm market. Null while the mark is not live, after
   * a move that stops positions from being opened, and far from the slow mean.
   */
  calmTicks(name: string): number | null {
    const ticks = this.liveTicks(name);
    const mean = this.meanTicks(name);
    if (ticks === null || mean === null) return null;
    if (this.#of(name).mark.isCloseOnly(this.#clock.now())) return null;
    return CALM_WITHIN * Math.abs(ticks - mean) <= mean ? ticks : null;
  }

  evaluateAll(): void {
    for (const known of this.#pairs.values()) this.#evaluate(known);
  }

  /** Forgets past prices and evaluates again, as on a start; all pairs without a name. For tests. */
  restart(name?: string): void {
    for (const known of this.#pairs.values()) {
      if (name !== undefined && known.pair.name !== name) continue;
      known.mark.restart();
      known.outside.restart();
      this.#evaluate(known);
    }
  }

  #evaluate(known: PairMarks): void {
    const found = this.#agreement(known.pair);
    this.#takeMark(known, found);
    takeOutside(known, found);
  }

  #agreement(pair: PricePair): OutsideAgreement {
    const now = this.#clock.now();
    const prices = this.#pricesOf(pair);
    const alone = agreeOn(prices, now, MARK_AGE_MS);
    return { now, prices, alone, isOpen: isTrading(pair.hours, now) };
  }

  /** @returns the prices that decided. */
  #takeMark({ pair, mark }: PairMarks, found: OutsideAgreement): readonly SourcePrice[] {
    const { now, prices, alone, isOpen } = found;
    const own = this.#ownBook(pair.name);
    const agreement = agreeWithBook(alone, prices, own, now, MARK_AGE_MS);
    mark.take(isOpen ? agreement : null, now);
    return agreement.kept;
  }

  #pricesOf(pair: PricePair): SourcePrice[] {
    const prices: SourcePrice[] = [];
    // A loop, because each command on contracts passes here.
    for (const source of this.#sources) {
      const tick = source.price(pair);
      if (tick !== null) prices.push({ sourceId: source.id, ticks: tick.ticks, atMs: tick.atMs });
    }
    return prices;
  }

  #of(name: string): PairMarks {
    return ensure(this.#pairs.get(name), `pair ${name}`);
  }
}

const takeOutside = ({ outside }: PairMarks, { alone, isOpen, now }: OutsideAgreement): void =>
  outside.take(isOpen ? alone : null, now);

/** @param now the time of the evaluation, to which the times of the sources were compared. */
const readingOf = (
  track: MarkTrack,
  sources: readonly SourcePrice[],
  now: EpochMs,
): MarkReading => ({
  status: track.statusAt(now),
  ticks: track.liveTicks(now),
  atMs: now,
  sources,
  isCloseOnly: track.isCloseOnly(now),
});
