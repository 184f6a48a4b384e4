/** The index: the price of each instrument of fast contracts four times a second, from outside sources only. */
import { z } from 'zod';
import { INDEX_GAPS, INDEX_GRID_MS, INSTRUMENT_FORM } from '../../figures/index-record.ts';
import { decimalText, epochMs, wholeNumber } from '../../schemas/fields.ts';
import { MINUTE_MS } from '../../time.ts';

/** Longest time of which one call returns points. */
const INDEX_SECONDS_MAX = 600;
const INDEX_SECONDS_DEFAULT = 60;

/** Name of an instrument, e.g. `BTC/USDT`. */
export const instrumentField = z.string().regex(INSTRUMENT_FORM);
const timeField = wholeNumber(0, Number.MAX_SAFE_INTEGER);
/** SHA-256 in hexadecimal digits. */
const headText = z.string().regex(/^[0-9a-f]{64}$/);

export const listIndexTicksQuery = z.strictObject({
  instrument: instrumentField,
  /** Time of the first point. */
  from: timeField,
  /** How long from then on. */
  seconds: wholeNumber(1, INDEX_SECONDS_MAX).default(INDEX_SECONDS_DEFAULT),
});

export const indexTick = z.object({
  /** A multiple of 250 ms. */
  time: epochMs,
  price: decimalText.nullable(),
  /** Reason why there is no price at that time; null for a price. */
  gap: z.enum(INDEX_GAPS).nullable(),
  /** Head of the chain after this point. */
  head: headText,
});
export type IndexTickInfo = z.infer<typeof indexTick>;

export const listIndexMinutesQuery = z.strictObject({
  instrument: instrumentField,
  /** A time in a minute that has ended. */
  minute: timeField,
});

/** The lines of one minute and segment, with the signature of the exchange. */
export const indexMinute = z.object({
  instrument: z.string(),
  /** Decimals of a price; the prices of the lines are whole numbers of 10^-price_scale. */
  price_scale: z.int(),
  hours: z.enum(['always', 'forex']),
  segment: z.int(),
  minute: epochMs,
  first: epochMs,
  last: epochMs,
  line_count: z.int().max(MINUTE_MS / INDEX_GRID_MS + 1),
  head_before: headText,
  head: headText,
  /**
   * Orders of fast contracts whose receipts name a point of the minute, by direction. Null for a minute that was
   * signed before orders were counted.
   */
  orders: z
    .object({ up: z.int().min(0), down: z.int().min(0) })
    .nullable()
    .default(null),
  /** Ed25519, base64url. */
  signature: z.string(),
  /** The lines that were hashed; null when they are no longer kept. */
  lines: z.array(z.string()).nullable(),
});
export type IndexMinute = z.infer<typeof indexMinute>;

/** The signed end of a minute without its lines, as witnesses get it. */
export const indexHead = indexMinute.omit({ lines: true, price_scale: true });
export type IndexHead = z.infer<typeof indexHead>;

/** `/index-key.json`; null where the index log is off. */
export const indexKeyDocument = z.object({ public_key: z.string().nullable() });
