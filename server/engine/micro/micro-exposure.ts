/** Payouts that the pool has promised to open orders, and the limits of the exchange on them. Synchronous and pure. */
import { microProfitOf } from '../../../contract/figures/micro-amount.ts';
import { SECOND_MS } from './micro-types.ts';
import type { MicroPlacement, MicroTerms } from './micro-types.ts';

/** Orders that end so close to each other count together. */
const BUCKET_MS = 10 * SECOND_MS;

/** Promised payouts of one instrument. */
interface Promised {
  up: bigint;
  down: bigint;
  /** Payouts of up less those of down, by the expected time of the end. */
  readonly skews: Map<number, bigint>;
}

type Sized = Pick<
  MicroPlacement,
  'instrument' | 'direction' | 'stake' | 'profitPpm' | 'lossPpm' | 'acceptedAtMs' | 'seconds'
>;

export class MicroExposure {
  readonly #instruments = new Map<string, Promised>();

  /** Whether the limits of the terms allow the order. */
  allows(order: Sized, { sideLimit, skewLimit }: MicroTerms): boolean {
    const profit = microProfitOf(order.stake, order);
    const { [order.direction]: side, skews } = this.#of(order.instrument);
    const skew = skews.get(bucketOf(order)) ?? 0n;
    const after = skew + (order.direction === 'up' ? profit : -profit);
    const isBalancing = absolute(after) <= absolute(skew);
    return side + profit <= sideLimit && (isBalancing || absolute(after) <= skewLimit);
  }

  add(order: Sized): void {
    this.#change(order, microProfitOf(order.stake, order));
  }

  remove(order: Sized): void {
    this.#change(order, -microProfitOf(order.stake, order));
  }

  /** Promised payouts of an instrument by direction. */
  of(instrument: string): { readonly up: bigint; readonly down: bigint } {
    const { up, down } = this.#of(instrument);
    return { up, down };
  }

  #change(order: Sized, profit: bigint): void {
    const promised = this.#of(order.instrument);
    promised[order.direction] += profit;
    const bucket = bucketOf(order);
    const skew = promised.skews.get(bucket) ?? 0n;
    const after = skew + (order.direction === 'up' ? profit : -profit);
    if (after === 0n) promised.skews.delete(bucket);
    else promised.skews.set(bucket, after);
  }

  #of(instrument: string): Promised {
    const known = this.#instruments.get(instrument);
    if (known !== undefined) return known;
    const promised: Promised = { up: 0n, down: 0n, skews: new Map() };
    this.#instruments.set(instrument, promised);
    return promised;
  }
}

const bucketOf = ({ acceptedAtMs, seconds }: Sized): number =>
  Math.floor((acceptedAtMs + seconds * SECOND_MS) / BUCKET_MS);

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
