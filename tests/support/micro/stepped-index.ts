/**
 * The index of one instrument on a running server whose clock the test holds: each step is one point of the log, at prices of
 * simulated sources. The log reads them, and nothing but its points decides.
 */
import { expect } from 'vitest';
import { INDEX_GRID_MS } from '../../../contract/figures/index-record.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { newClientAddress } from '../servers/client-address.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../servers/test-server.ts';
import { dataOf } from '../users/accounts.ts';

interface Instrument {
  readonly instrument: string;
  /** Decimals of a price. */
  readonly priceScale: number;
}

const BITCOIN: Instrument = { instrument: 'BTC/USDT', priceScale: 2 };
/** The clock stands so long after a point, because the log looks again when the rest until the next one is over. */
const AFTER_POINT_MS = INDEX_GRID_MS - 10;

export class SteppedIndex {
  readonly #server: TestServer;
  readonly #of: Instrument;
  #atMs: EpochMs;
  #said: number | null | undefined;

  private constructor(server: TestServer, atMs: EpochMs, of: Instrument) {
    this.#server = server;
    this.#of = of;
    this.#atMs = atMs;
  }

  /** Holds the clock soon after a point of the log. */
  static async hold(server: TestServer): Promise<SteppedIndex> {
    const now = await server.controlAdvance(0);
    // Some points ahead, which the clock does not pass before it is held.
    return SteppedIndex.resume(server, now - (now % INDEX_GRID_MS) + 8 * INDEX_GRID_MS);
  }

  /** Holds the clock at such a moment: soon after a point that is later than the stored ones. */
  static async resume(
    server: TestServer,
    atMs: EpochMs,
    of: Instrument = BITCOIN,
  ): Promise<SteppedIndex> {
    const index = new SteppedIndex(server, atMs, of);
    await index.#moveTo(atMs, AFTER_POINT_MS);
    return index;
  }

  /** Time of the last point. */
  get now(): EpochMs {
    return this.#atMs;
  }

  /** Passes so many points at this price, null for no price of any source. */
  async pass(points: number, ticks: number | null): Promise<void> {
    await this.say(ticks);
    for (let point = 0; point < points; point += 1) await this.jump(INDEX_GRID_MS);
  }

  /** Passes one more point at the last price, and stops the clock at its very time. */
  async standAtPoint(): Promise<void> {
    await this.#moveTo(this.#atMs + INDEX_GRID_MS, 0);
  }

  /** Moves the clock so far at once. Only the last point is read then; the others are gaps, or the pause of a segment. */
  async jump(ms: number): Promise<void> {
    await this.#moveTo(this.#atMs + ms, AFTER_POINT_MS);
  }

  /** All sources say this price from now on; null for none. */
  async say(ticks: number | null): Promise<void> {
    if (ticks === this.#said) return;
    this.#said = ticks;
    const about = { pair: this.#of.instrument };
    if (ticks === null) await this.#server.control('POST', '/prices/remove', about);
    else {
      const price = formatUnits(BigInt(ticks), this.#of.priceScale);
      await this.#server.control('POST', '/prices/set', { ...about, price });
    }
  }

  /** Moves the clock to a point of the log, or soon after it, and waits until the log shows the point. */
  async #moveTo(atMs: EpochMs, afterMs: number): Promise<void> {
    await this.#server.holdClock(atMs + afterMs);
    this.#atMs = atMs;
    await eventually(
      async () => {
        const about = { instrument: this.#of.instrument, from: String(atMs), seconds: '1' };
        const headers = newClientAddress();
        const points = dataOf(await this.#server.call('listIndexTicks', about, { headers }));
        expect(points.at(-1)?.time).toBe(atMs);
      },
      { interval: 5 },
    );
  }
}
