/**
 * The limits of fast contracts, computed again from the movements of the ledger in their order: an independent account of
 * the amounts that were promised at each moment. The rates are 85 % for a win and the stake for a loss.
 */
import { ensure } from '../../../contract/assert.ts';

/** Orders that end so close to each other have one skew. */
const BUCKET_MS = 10_000;

/** The acceptance or the end of an order, as the ledger has it. Amounts are in units. */
export interface StoredStep {
  readonly kind: 'placed' | 'settled';
  readonly orderId: string;
  readonly ownerId: number;
  readonly direction: 'up' | 'down';
  readonly stake: bigint;
  /** Amount that a win adds. */
  readonly profit: bigint;
  /** Time at which the order was expected to end when it was accepted. */
  readonly dueMs: number;
  /** Change of the amount that the pool can still promise. */
  readonly poolChange: bigint;
}

/** In units. */
interface ReplayedTerms {
  readonly ownerLimit: bigint;
  readonly sideLimit: bigint;
  readonly skewLimit: bigint;
}

export class ReplayedLimits {
  /**
   * Placements since {@link begin} that only ends of orders since then gave room, on their side or in the pool, and those
   * before the first of these ends and after it.
   */
  readonly seen = { inFreedSide: 0, inFreedPool: 0, beforeAnEnd: 0, afterAnEnd: 0 };
  readonly #termsOf: (ownerId: number) => ReplayedTerms;
  readonly #sides = { up: 0n, down: 0n };
  readonly #skews = new Map<number, bigint>();
  readonly #stakes = new Map<number, bigint>();
  readonly #running = new Map<string, StoredStep>();
  #pool: bigint;
  #freed = { up: 0n, down: 0n, pool: 0n };
  #placedBefore = 0;
  #hasEnded = false;

  /** @param pool amount that it can promise before the first step. */
  constructor(pool: bigint, termsOf: (ownerId: number) => ReplayedTerms) {
    this.#pool = pool;
    this.#termsOf = termsOf;
  }

  /** A round begins, whose placements race with its ends. */
  begin(): void {
    this.#freed = { up: 0n, down: 0n, pool: 0n };
    this.#placedBefore = 0;
    this.#hasEnded = false;
  }

  /** Takes the next step. @returns the limits that it breaks. */
  take(step: StoredStep): readonly string[] {
    return step.kind === 'placed' ? this.#place(step) : this.#settle(step);
  }

  #place(step: StoredStep): readonly string[] {
    const { ownerId, direction, profit, stake, orderId } = step;
    const { ownerLimit, sideLimit, skewLimit } = this.#termsOf(ownerId);
    const skewBefore = this.#skewOf(step);
    this.#change(step, 1n);
    const skew = absolute(this.#skewOf(step));
    const side = this.#sides[direction];
    if (side + this.#freed[direction] > sideLimit) this.seen.inFreedSide += 1;
    if (this.#pool < this.#freed.pool) this.seen.inFreedPool += 1;
    if (this.#hasEnded) this.seen.afterAnEnd += 1;
    else this.#placedBefore += 1;
    const broken = {
      'placed twice': this.#running.has(orderId),
      'pool overdrawn': this.#pool < 0n,
      'other profit': profit !== (stake * 85n) / 100n || step.poolChange !== -profit,
      'side limit': side > sideLimit,
      'skew limit': skew > skewLimit && skew > absolute(skewBefore),
      'owner limit': ensure(this.#stakes.get(ownerId), 'stakes') > ownerLimit,
    };
    this.#running.set(orderId, step);
    return namesOf(broken, step);
  }

  #settle(step: StoredStep): readonly string[] {
    const { direction, profit, orderId, poolChange } = step;
    this.#change(step, -1n);
    this.#freed[direction] += profit;
    this.#freed.pool += poolChange;
    if (!this.#hasEnded) this.seen.beforeAnEnd += this.#placedBefore;
    this.#hasEnded = true;
    const isRunning = this.#running.delete(orderId);
    return namesOf(
      { 'ended without running': !isRunning, 'pool overdrawn': this.#pool < 0n },
      step,
    );
  }

  #change(
    { ownerId, direction, profit, stake, dueMs, poolChange }: StoredStep,
    sign: bigint,
  ): void {
    this.#sides[direction] += sign * profit;
    const bucket = Math.floor(dueMs / BUCKET_MS);
    const signed = direction === 'up' ? profit : -profit;
    this.#skews.set(bucket, (this.#skews.get(bucket) ?? 0n) + sign * signed);
    this.#stakes.set(ownerId, (this.#stakes.get(ownerId) ?? 0n) + sign * stake);
    this.#pool += poolChange;
  }

  #skewOf = ({ dueMs }: StoredStep): bigint => this.#skews.get(Math.floor(dueMs / BUCKET_MS)) ?? 0n;
}

const namesOf = (broken: Readonly<Record<string, boolean>>, { orderId }: StoredStep) =>
  Object.entries(broken)
    .filter(([, isBroken]) => isBroken)
    .map(([name]) => `${name} by order ${orderId}`);

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
