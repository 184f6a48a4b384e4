/** Answers the public calls of the index from the log in memory and from signed minutes. */
import type { IndexMinute } from '../../../../contract/micro/index/price-index.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import { MINUTE_MS, minuteOf, SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import type { Database } from '../../../kit/db/database.ts';
import type { Handlers } from '../../../kit/http/handlers.ts';
import type { ReadPoints } from './index-history.ts';
import { findMinutes, type StoredMinute } from './index-reads.repo.ts';
import { headInfo, tickInfo } from './index-source.ts';
import { unpackLines } from './minute-body.ts';

export type PriceIndexHandlers = Pick<Handlers, 'listIndexTicks' | 'listIndexMinutes'>;

interface IndexHandlerParts {
  readonly database: Database;
  readonly readPoints: ReadPoints;
  /** Decimals of a price by name of the instrument. */
  readonly scales: ReadonlyMap<string, number>;
}

/** The calls of an exchange without an index log. */
export const NO_INDEX_HANDLERS: PriceIndexHandlers = {
  listIndexTicks: () => refuse('product_unavailable'),
  listIndexMinutes: () => refuse('product_unavailable'),
};

export function createIndexHandlers({
  database,
  readPoints,
  scales,
}: IndexHandlerParts): PriceIndexHandlers {
  return {
    listIndexTicks: async ({ instrument, from, seconds }) => {
      const scale = scales.get(instrument);
      if (scale === undefined) return refuse('symbol_not_found');
      const points = await readPoints(instrument, from, from + seconds * SECOND_MS);
      return ok(points.map((tick) => tickInfo(tick, scale)));
    },
    listIndexMinutes: async ({ instrument, minute: at }) => {
      const scale = scales.get(instrument);
      if (scale === undefined) return refuse('symbol_not_found');
      const from = minuteOf(at);
      const minutes = await findMinutes(database, instrument, [from, from + MINUTE_MS]);
      if (minutes.length === 0) return refuse('record_not_found');
      return ok(await Promise.all(minutes.map((minute) => minuteInfo(minute, scale))));
    },
  };
}

/**
 * Reads the signed minutes of an instrument that begin in a time, as the wire has them; `untilMs` is not included. The
 * exchange may have given the instrument up, so that its caller names the decimals of a price.
 */
export type ReadMinutes = (
  of: { readonly instrument: string; readonly priceScale: number },
  fromMs: EpochMs,
  untilMs: EpochMs,
) => Promise<IndexMinute[]>;

export const createReadMinutes =
  (database: Database): ReadMinutes =>
  async ({ instrument, priceScale }, fromMs, untilMs) => {
    const minutes = await findMinutes(database, instrument, [fromMs, untilMs]);
    return Promise.all(minutes.map((minute) => minuteInfo(minute, priceScale)));
  };

async function minuteInfo(minute: StoredMinute, scale: number) {
  const { body } = minute;
  const lines = body === null ? null : [...(await unpackLines(body)).lines];
  return { ...headInfo(minute), price_scale: scale, lines };
}
