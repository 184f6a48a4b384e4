/** Publishes the trades (`deals`) of the simulated forex pairs as they become due. */
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import { JOBS } from '../../../kit/jobs/job-list.ts';
import type { Job, Jobs } from '../../../kit/jobs/jobs.ts';
import type { ForexListener, ForexSource } from '../market-source.ts';
import type { SimulatedForexPair } from './simulated-pairs.ts';

/** Interval of publishing. */
const PUBLISH_INTERVAL_MS = JOBS.forex_prices.everyMs;
/** After a longer pause (sleep, a clock that was set) trades are skipped, not caught up. */
const CATCH_UP_MS = 5_000;

/** A {@link ForexSource} that can also publish on demand, by `publishDue`. */
export class SimulatedForex implements ForexSource {
  readonly forexPairs: ReadonlyMap<string, SimulatedForexPair>;
  readonly #clock: Clock;
  readonly #listeners = new Set<ForexListener>();
  #publishedUntil: EpochMs;
  #job: Job | undefined;

  constructor(pairs: ReadonlyMap<string, SimulatedForexPair>, clock: Clock) {
    this.forexPairs = pairs;
    this.#clock = clock;
    this.#publishedUntil = clock.now();
  }

  subscribe(listener: ForexListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  start(jobs: Jobs): void {
    this.#publishedUntil = this.#clock.now();
    this.#job ??= jobs.start('forex_prices', {
      failure: 'prices of forex could not be published',
      work: () => this.publishDue(),
    });
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
    this.#job = undefined;
  }

  /** Publishes the last of the trades that became due since the last call; `start` calls it by timer. */
  publishDue(): void {
    const now = this.#clock.now();
    const pause = now - this.#publishedUntil;
    const after =
      pause < 0 || pause > CATCH_UP_MS ? now - PUBLISH_INTERVAL_MS : this.#publishedUntil;
    this.#publishedUntil = now;
    if (this.#listeners.size === 0) return;
    for (const pair of this.forexPairs.values()) this.#publish(pair, after, now);
  }

  #publish(pair: SimulatedForexPair, after: EpochMs, now: EpochMs): void {
    const price = pair.timeline.lastPriceBetween(after, now);
    if (price === null) return;
    const quotation = pair.quotationAt(price, now);
    for (const listener of this.#listeners) listener.onForexQuote(pair, quotation);
  }
}
