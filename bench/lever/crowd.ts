/** A core of contract trading with many owners, positions and markets, made from a seed. */
import { createRandom } from '../../tests/support/engine/engine-workload.ts';
import { DealingCore } from '../../server/engine/lever/dealing-core.ts';
import type { LeverMark, LeverMarketTerms } from '../../server/engine/lever/lever-types.ts';

export const MARKETS = 50;
export const START_TICKS = 9_725_000;
const START_MS = Date.UTC(2026, 10, 20, 10);
const ALL_STEPS = Number.POSITIVE_INFINITY;
const USDT = 10n ** 18n;
/** Nothing is refused for the exchange's own risk. */
const BOUNDLESS = USDT * 10n ** 12n;

const TERMS: readonly LeverMarketTerms[] = Array.from({ length: MARKETS }, (_, index) => ({
  id: index + 1,
  calendar: 'coin',
  tickLotUnits: 10n ** 13n,
  lotsMin: 1,
  lotsMax: 1_000_000,
  multiples: [20],
  spreadPpm: 200,
  feePpm: 500,
  nightPpm: 300,
  limits: { net: BOUNDLESS, gross: BOUNDLESS, owner: BOUNDLESS },
  status: 'trading',
  endsAtMs: null,
}));

export class Crowd {
  readonly core = new DealingCore(TERMS, {
    pool: BOUNDLESS,
    insurance: BOUNDLESS,
    base: BOUNDLESS,
  });
  readonly random = createRandom(5);
  now = START_MS;
  /** Whether the sources agree on the marks of now. */
  areAgreed = true;
  /** The distance of the sources, in parts per million. */
  apartPpm = 0;
  readonly #ticks = TERMS.map(() => START_TICKS);
  #seq = 0;
  #lastId = 0;

  constructor() {
    for (const { id } of TERMS) this.core.takeMark(id, this.#live(id), this.now, ALL_STEPS);
  }

  /** Adds the account of an owner. */
  fund(ownerId: number, wholeUnits: number): void {
    this.core.restoreAccount(ownerId, { available: USDT * BigInt(wholeUnits), debt: 0n });
  }

  /** Opens a position at the mark. @param targetTicks distance of both targets; null for none. */
  open(ownerId: number, marketId: number, lots: number, targetTicks: number | null): void {
    const direction = targetTicks === null || this.random() < 0.5 ? 'long' : 'short';
    const away = (targetTicks ?? 0) * (direction === 'long' ? 1 : -1);
    const placed = this.core.place(
      {
        id: ++this.#lastId,
        ownerId,
        marketId,
        kind: 'market',
        direction,
        lots,
        multiple: 20,
        limitTicks: null,
        takeProfitTicks: targetTicks === null ? null : START_TICKS + away,
        stopLossTicks: targetTicks === null ? null : START_TICKS - away,
        worstTicks: null,
      },
      this.now,
    );
    if (!placed.ok) throw new Error(placed.error);
  }

  /** Moves a mark by at most 300 millionths, and does all that follows. */
  move(marketId: number): void {
    const ticks = this.#ticks[marketId - 1] ?? START_TICKS;
    this.#ticks[marketId - 1] = Math.round(ticks * (1 + (this.random() - 0.5) * 6e-4));
    this.core.takeMark(marketId, this.#live(marketId), this.now, ALL_STEPS);
  }

  /** Lets a mark jump, in steps. @returns the time of each turn, in milliseconds. */
  jump(marketId: number, ticks: number, stepsOfTurn: number): number[] {
    this.#ticks[marketId - 1] = ticks;
    const turns: number[] = [];
    const timed = (turn: () => boolean): boolean => {
      const begun = performance.now();
      const isBusy = turn();
      turns.push(performance.now() - begun);
      return isBusy;
    };
    const mark = this.#live(marketId);
    let isBusy = timed(() => this.core.takeMark(marketId, mark, this.now, stepsOfTurn));
    while (isBusy) isBusy = timed(() => this.core.work(stepsOfTurn));
    return turns;
  }

  #live(marketId: number): LeverMark {
    const ticks = this.#ticks[marketId - 1] ?? START_TICKS;
    return {
      state: 'live',
      ticks,
      seq: ++this.#seq,
      isAgreed: this.areAgreed,
      apartPpm: this.apartPpm,
      isCloseOnly: false,
    };
  }
}
