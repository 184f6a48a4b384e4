/**
 * An independent settlement of a fast contract, from the text of its receipt and the published points of the index. It shares no
 * code with the exchange: distances instead of sums, filters instead of steps.
 */
import type { NaivePoint } from './naive-log.ts';

/** Figures that an order did not reach are null. */
interface NaiveResult {
  readonly outcome: 'won' | 'lost' | 'drawn' | 'voided';
  readonly opened_at: number | null;
  readonly open_ticks: bigint | null;
  readonly expires_at: number | null;
  readonly sum: bigint | null;
  readonly count: number | null;
  /** Units of 10^-18. */
  readonly payout: bigint;
}

/** The terms of a receipt. */
export interface NaiveTerms {
  readonly instrument: string;
  readonly direction: string;
  readonly seconds: number;
  /** Units of 10^-18. */
  readonly stake: bigint;
  readonly profit: bigint;
  readonly loss: bigint;
  readonly accepted: number;
  /** Time of the last point that was stored before, and the head of the chain after it. */
  readonly log: number;
  readonly head: string;
}

const UNIT = 10n ** 18n;
const MILLION = 1_000_000n;
const FORM =
  /^meridian-micro-receipt\/1 [\w-]{22} \S+ \d+ (?:up|down) \d+ [\d.]+ [A-Z0-9]+ \d+ \d+ \d+ \d+ [0-9a-f]{64}$/;

/** Returns the terms of a receipt; null for any other text. */
export function naiveTermsOf(text: string): NaiveTerms | null {
  if (!FORM.test(text)) return null;
  const [, , instrument = '', , direction = '', seconds, stake = '', , ...rest] = text.split(' ');
  const [profit = '', loss = '', accepted, log, head = ''] = rest;
  return {
    instrument,
    direction,
    seconds: Number(seconds),
    stake: naiveUnitsOf(stake),
    profit: BigInt(profit),
    loss: BigInt(loss),
    accepted: Number(accepted),
    log: Number(log),
    head,
  };
}

/** @param points of the instrument in order, from before the acceptance to the end. */
export function settleNaively(terms: NaiveTerms, points: readonly NaivePoint[]): NaiveResult {
  const { accepted, direction, stake } = terms;
  const opening = points.find(
    ({ at, ticks, counted }) =>
      at > accepted && at <= accepted + 2_000 && ticks !== null && areWithin300Ppm(counted),
  );
  if (opening?.ticks == null) return { ...UNOPENED, payout: stake };
  const { at, ticks: open } = opening;
  const end = at + terms.seconds * 1_000;
  const prices = points.flatMap((point) =>
    point.at > end - 3_000 && point.at <= end && point.ticks !== null ? [point.ticks] : [],
  );
  // The distances of all points from the opening price add up, so that no mean is needed.
  let distance = 0n;
  for (const ticks of prices) distance += ticks - open;
  const count = prices.length;
  const sum = distance + open * BigInt(count);
  const opened = { opened_at: at, open_ticks: open, expires_at: end, sum, count };
  if (count === 0) return { ...opened, outcome: 'voided', payout: stake };
  if (distance === 0n) return { ...opened, outcome: 'drawn', payout: stake };
  if (distance > 0n === (direction === 'up'))
    return { ...opened, outcome: 'won', payout: stake + (stake * terms.profit) / MILLION };
  const taken = stake * terms.loss;
  const rest = taken % MILLION === 0n ? 0n : 1n;
  return { ...opened, outcome: 'lost', payout: stake - taken / MILLION - rest };
}

const UNOPENED = {
  outcome: 'voided',
  opened_at: null,
  open_ticks: null,
  expires_at: null,
  sum: null,
  count: null,
} as const;

/** Returns an amount in units of 10^-18. */
export function naiveUnitsOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * UNIT + BigInt(part.padEnd(18, '0'));
}

function areWithin300Ppm(sorted: readonly bigint[]): boolean {
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return false;
  return (last - first) * MILLION <= first * 300n;
}
