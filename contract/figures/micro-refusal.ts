/**
 * The refusal of a fast contract: one line of text that the exchange signs, so that it cannot deny later that it
 * refused an order, when, and why. A refusal has one form only.
 */
import { formatUnits, parseUnits, SCALE_MAX } from '../money/decimal.ts';
import { units, type Units } from '../money/units.ts';
import type { EpochMs } from '../time.ts';
import { INDEX_GRID_MS, INSTRUMENT_FORM } from './index-record.ts';
import type { MicroDirection } from './micro-settlement.ts';

interface MicroRefusal {
  /** The Idempotency-Key of the order: only its sender knows it, and the text names no user. */
  readonly key: string;
  readonly productId: number;
  readonly instrument: string;
  readonly direction: MicroDirection;
  /** In units of 10^-18. */
  readonly stake: Units;
  /** Name of the refusal in the catalog of errors. */
  readonly error: string;
  readonly refusedAtMs: EpochMs;
  /** Time of the last point of the index that was stored then, and the head of the chain after it. */
  readonly logAtMs: EpochMs;
  readonly head: string;
}

const TAG = 'meridian-micro-refusal/1';
const KEY_FORM = /^[\w-]+$/;
const ERROR_FORM = /^[a-z_]{1,64}$/;
const HEAD_FORM = /^[0-9a-f]{64}$/;
const DIRECTIONS = ['up', 'down'] as const;

/** Returns the text whose ASCII bytes are signed with Ed25519. */
export const writeRefusal = (refusal: MicroRefusal): string =>
  [
    TAG,
    refusal.key,
    refusal.productId,
    refusal.instrument,
    refusal.direction,
    formatUnits(refusal.stake, SCALE_MAX),
    refusal.error,
    refusal.refusedAtMs,
    refusal.logAtMs,
    refusal.head,
  ].join(' ');

/** Returns the refusal of a text; null for any other text. */
export function readRefusal(text: string): MicroRefusal | null {
  const [, key = '', product = '', instrument = '', way, stakeText = '', error = '', ...rest] =
    text.split(' ');
  const [refusedAt = '', logAt = '', head = ''] = rest;
  const direction = DIRECTIONS.find((each) => each === way);
  const stake = parseUnits(stakeText, SCALE_MAX);
  if (direction === undefined || stake === null) return null;
  const refusal: MicroRefusal = {
    key,
    productId: Number(product),
    instrument,
    direction,
    stake: units(stake),
    error,
    refusedAtMs: Number(refusedAt),
    logAtMs: Number(logAt),
    head,
  };
  return isRefusal(refusal) && writeRefusal(refusal) === text ? refusal : null;
}

/** Numbers that the text writes in another way do not come back as the same text. */
const isRefusal = ({ key, instrument, error, head, ...numbers }: MicroRefusal): boolean =>
  KEY_FORM.test(key) &&
  INSTRUMENT_FORM.test(instrument) &&
  ERROR_FORM.test(error) &&
  HEAD_FORM.test(head) &&
  [numbers.productId, numbers.refusedAtMs, numbers.logAtMs].every(
    (value) => Number.isSafeInteger(value) && value >= 0,
  ) &&
  numbers.logAtMs % INDEX_GRID_MS === 0;
