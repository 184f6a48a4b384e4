/**
 * Sums over all markets at their last live prices. A mass stop-out changes the part of a market thousands of times
 * between two reads, so a part is added up when a sum is read.
 */

/** The part of one market, in units. */
export interface MarketResults {
  /** Result of all owners together. */
  readonly unrealized: bigint;
  /** The difference between longs and shorts, without its sign. */
  readonly net: bigint;
  /** Cost of a gap for the exchange, by the worse side. */
  readonly gap: bigint;
}

/** A market, as the sums see it. */
interface Summed {
  /** Its present part. */
  results(): MarketResults;
}

const NOTHING: MarketResults = { unrealized: 0n, net: 0n, gap: 0n };

export class MarketSums {
  #sums = NOTHING;
  /** The parts in the sums. */
  readonly #added = new Map<Summed, MarketResults>();
  readonly #changed = new Set<Summed>();

  /** Notes that the part of a market has changed. */
  note(market: Summed): void {
    this.#changed.add(market);
  }

  get unrealized(): bigint {
    return this.#addedUp().unrealized;
  }

  get net(): bigint {
    return this.#addedUp().net;
  }

  get gap(): bigint {
    return this.#addedUp().gap;
  }

  #addedUp(): MarketResults {
    for (const market of this.#changed) {
      const before = this.#added.get(market) ?? NOTHING;
      const now = market.results();
      this.#added.set(market, now);
      this.#sums = {
        unrealized: this.#sums.unrealized + now.unrealized - before.unrealized,
        net: this.#sums.net + now.net - before.net,
        gap: this.#sums.gap + now.gap - before.gap,
      };
    }
    if (this.#changed.size > 0) this.#changed.clear();
    return this.#sums;
  }
}
