/** Lets a test set, age and remove the prices of sources. Only servers under test wrap their sources. */
import type { Clock } from '../../../../contract/time.ts';
import type { Marks } from './marks.ts';
import type { PricePair, PriceSource, PriceTick } from './price-source.ts';

/** The prices of a server under test. */
export interface PriceControl {
  readonly marks: Marks;
  readonly sources: ControlledSources;
  /** Returns ticks of the pair; null for an unknown pair and for text that is no price. */
  readPrice(pairName: string, text: string): number | null;
}

/** Prices that a command is about; undefined for all sources, or all pairs. */
interface SourceChoice {
  readonly sourceId: string | undefined;
  readonly pairName: string | undefined;
}

interface Override {
  /** Null: the price of the source itself. */
  readonly ticks: number | null;
  readonly ageMs: number;
  readonly isRemoved: boolean;
}

const UNTOUCHED: Override = { ticks: null, ageMs: 0, isRemoved: false };

export class ControlledSources {
  readonly sources: readonly PriceSource[];
  /** By source and pair. */
  readonly #overrides = new Map<string, Map<string, Override>>();
  readonly #ids: readonly string[];
  readonly #clock: Clock;
  #pairs: readonly PricePair[] = [];

  constructor(sources: readonly PriceSource[], clock: Clock) {
    this.#clock = clock;
    this.#ids = sources.map(({ id }) => id);
    this.sources = sources.map((source) => ({
      id: source.id,
      price: (pair) => this.#price(source, pair),
      start: (pairs) => {
        this.#pairs = pairs;
        source.start(pairs);
      },
      stop: () => source.stop(),
    }));
  }

  /** The price of the source becomes `ticks`, at the time of the clock. */
  set(choice: SourceChoice, ticks: number): void {
    this.#change(choice, () => ({ ...UNTOUCHED, ticks }));
  }

  /** Every price of the source is that old from now on. */
  age(choice: SourceChoice, ageMs: number): void {
    this.#change(choice, (override) => ({ ...override, ageMs }));
  }

  /** The source has no price. */
  remove(choice: SourceChoice): void {
    this.#change(choice, (override) => ({ ...override, isRemoved: true }));
  }

  /** The source has its own price again. */
  reset(choice: SourceChoice): void {
    this.#change(choice, () => UNTOUCHED);
  }

  #change({ sourceId, pairName }: SourceChoice, change: (override: Override) => Override): void {
    const ids = this.#ids.filter((id) => sourceId === undefined || id === sourceId);
    const pairs = this.#pairs.filter(({ name }) => pairName === undefined || name === pairName);
    for (const id of ids) {
      const ofSource = this.#overrides.get(id) ?? new Map<string, Override>();
      this.#overrides.set(id, ofSource);
      for (const { name } of pairs) ofSource.set(name, change(ofSource.get(name) ?? UNTOUCHED));
    }
  }

  #price(source: PriceSource, pair: PricePair): PriceTick | null {
    const override = this.#overrides.get(source.id)?.get(pair.name) ?? UNTOUCHED;
    if (override.isRemoved) return null;
    if (override.ticks !== null)
      return { ticks: override.ticks, atMs: this.#clock.now() - override.ageMs };
    const tick = source.price(pair);
    if (tick === null || override.ageMs === 0) return tick;
    return { ...tick, atMs: tick.atMs - override.ageMs };
  }
}
