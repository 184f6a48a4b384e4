/** The contract markets with a live and fresh mark, as the operations of a test say it, and the law of stop-outs. */
import { assert } from '../../../contract/assert.ts';
import { equityOf, isAtOrBelow, RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type { LeverMark, LeverMarketTerms } from '../../../server/engine/lever/lever-types.ts';

/** An account is stopped out at marks that are no older. */
const FRESH_MS = 2_000;

export class LiveMarks {
  /** When each market had its last mark; without those that have no price. */
  readonly #liveMs = new Map<number, number>();
  readonly #halted = new Set<number>();
  #lastMs = 0;

  isHalted(marketId: number): boolean {
    return this.#halted.has(marketId);
  }

  take(marketId: number, { state }: LeverMark, now: number): void {
    this.#lastMs = now;
    if (state === 'live' && !this.isHalted(marketId)) this.#liveMs.set(marketId, now);
    else this.#liveMs.delete(marketId);
  }

  /** A market that is halted has no price, and one that is halted no more waits for its next mark. */
  setTerms({ id, status }: LeverMarketTerms): void {
    if (status === 'halted') this.#halted.add(id);
    else if (!this.#halted.delete(id)) return;
    this.#liveMs.delete(id);
  }

  /** Another core begins without a mark. */
  restart(): void {
    this.#liveMs.clear();
  }

  /**
   * The law: no account stays open at 50 % or below while the marks of all its positions are live and fresh. A midnight
   * counts at the next mark. @returns the number of accounts that it was asked of.
   */
  checkStopOuts(core: DealingCore, owners: Iterable<number>, now: number): number {
    if (Math.floor(now / DAY_MS) !== Math.floor(this.#lastMs / DAY_MS)) return 0;
    let checked = 0;
    for (const ownerId of owners) {
      const markets = core.marketsOf(ownerId);
      const isLive = (id: number) => now - (this.#liveMs.get(id) ?? -FRESH_MS) <= FRESH_MS;
      if (markets.length === 0 || !markets.every(isLive)) continue;
      const account = core.accountOf(ownerId, now);
      const isLow = isAtOrBelow(equityOf(account), account.margin, RISK_PERCENT.stopOut);
      assert(!isLow, `owner ${ownerId} is not stopped out`);
      checked += 1;
    }
    return checked;
  }
}
