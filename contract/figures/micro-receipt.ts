/**
 * The receipt of a fast contract: one line of text that the exchange signs before the opening price exists. It holds
 * all that decides the payment, apart from the index. A receipt has one form only.
 */
import { formatUnits, parseUnits, SCALE_MAX } from '../money/decimal.ts';
import { PPM } from '../money/fee.ts';
import { units, type Units } from '../money/units.ts';
import type { EpochMs } from '../time.ts';
import { INDEX_GRID_MS, INSTRUMENT_FORM } from './index-record.ts';
import type { MicroDirection } from './micro-settlement.ts';

export interface MicroReceipt {
  /** Public name of the order: 128 random bits, base64url. It identifies no user. */
  readonly token: string;
  readonly instrument: string;
  /** Decimals of a price: a tick is 10^-priceScale of the quote currency. */
  readonly priceScale: number;
  readonly direction: MicroDirection;
  /** Time between opening and expiry. */
  readonly seconds: number;
  /** In units of 10^-18; above zero. */
  readonly stake: Units;
  /** Currency of stake and payment. */
  readonly currency: string;
  /** Rates in millionths of the stake: what a win adds, and what a loss takes. */
  readonly profitPpm: number;
  readonly lossPpm: number;
  /** When the order was accepted; its opening price is of a later point. */
  readonly acceptedAtMs: EpochMs;
  /** Time of the last point of the index that was stored then, and the head of the chain after it. */
  readonly logAtMs: EpochMs;
  readonly head: string;
}

const TAG = 'meridian-micro-receipt/1';
const TOKEN_FORM = /^[\w-]{22}$/;
const CURRENCY_FORM = /^[A-Z0-9]{2,12}$/;
const HEAD_FORM = /^[0-9a-f]{64}$/;
const DIRECTIONS = ['up', 'down'] as const;

/** Returns the text whose ASCII bytes are signed with Ed25519. */
export const writeReceipt = (receipt: MicroReceipt): string =>
  [
    TAG,
    receipt.token,
    receipt.instrument,
    receipt.priceScale,
    receipt.direction,
    receipt.seconds,
    formatUnits(receipt.stake, SCALE_MAX),
    receipt.currency,
    receipt.profitPpm,
    receipt.lossPpm,
    receipt.acceptedAtMs,
    receipt.logAtMs,
    receipt.head,
  ].join(' ');

/** Returns the receipt of a text; null for any other text. */
export function readReceipt(text: string): MicroReceipt | null {
  const [, token = '', instrument = '', scale = '', way, seconds = '', stakeText = '', ...rest] =
    text.split(' ');
  const [currency = '', profit = '', loss = '', accepted = '', logAt = '', head = ''] = rest;
  const direction = DIRECTIONS.find((each) => each === way);
  const stake = parseUnits(stakeText, SCALE_MAX);
  if (direction === undefined || stake === null) return null;
  const receipt: MicroReceipt = {
    token,
    instrument,
    priceScale: Number(scale),
    direction,
    seconds: Number(seconds),
    stake: units(stake),
    currency,
    profitPpm: Number(profit),
    lossPpm: Number(loss),
    acceptedAtMs: Number(accepted),
    logAtMs: Number(logAt),
    head,
  };
  return isReceipt(receipt) && writeReceipt(receipt) === text ? receipt : null;
}

/** Numbers that the text writes in another way do not come back as the same text. */
function isReceipt(receipt: MicroReceipt): boolean {
  const { priceScale, seconds, profitPpm, lossPpm, acceptedAtMs, logAtMs } = receipt;
  const whole = [priceScale, seconds, profitPpm, lossPpm, acceptedAtMs, logAtMs];
  return (
    TOKEN_FORM.test(receipt.token) &&
    INSTRUMENT_FORM.test(receipt.instrument) &&
    CURRENCY_FORM.test(receipt.currency) &&
    HEAD_FORM.test(receipt.head) &&
    whole.every((value) => Number.isSafeInteger(value) && value >= 0) &&
    priceScale <= SCALE_MAX &&
    seconds > 0 &&
    receipt.stake > 0n &&
    profitPpm > 0 &&
    lossPpm > 0 &&
    lossPpm <= PPM &&
    logAtMs % INDEX_GRID_MS === 0
  );
}
