/** Answers the public calls of the index from the log in memory and from signed minutes. */
import { ensure } from '../../../contract/assert.ts';
import { nextHead } from '../../../contract/figures/index-chain.ts';
import { ok, refuse } from '../../../contract/result.ts';
import { MINUTE_MS, minuteOf, SECOND_MS } from '../../../contract/time.ts';
import type { Database } from '../../kit/db/database.ts';
import type { Handlers } from '../../kit/http/handlers.ts';
import { sha256 } from './index-crypto.ts';
import type { IndexTick } from './index-lines.ts';
import type { IndexLog } from './index-log.ts';
import { findMinutes, type StoredMinute } from './index-reads.repo.ts';
import { headInfo, tickInfo } from './index-source.ts';
import { unpackLines } from './minute-body.ts';

export type PriceIndexHandlers = Pick<Handlers, 'listIndexTicks' | 'listIndexMinutes'>;

interface IndexHandlerParts {
  readonly database: Database;
  readonly log: Pick<IndexLog, 'unsigned'>;
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
  log,
  scales,
}: IndexHandlerParts): PriceIndexHandlers {
  return {
    listIndexTicks: async ({ instrument, from, seconds }) => {
      const scale = scales.get(instrument);
      if (scale === undefined) return refuse('symbol_not_found');
      // Read first: a minute that is signed before the next line is in both.
      const unsigned = log.unsigned(instrument).flatMap(({ ticks }) => ticks);
      const untilMs = from + seconds * SECOND_MS;
      const minutes = await findMinutes(database, instrument, [minuteOf(from), untilMs]);
      const signed = await Promise.all(minutes.map(ticksOf));
      const ticks = new Map(
        [...signed.flat(), ...unsigned].map((tick) => [tick.record.atMs, tick]),
      );
      const isAsked = ({ record: { atMs } }: IndexTick) => atMs >= from && atMs < untilMs;
      return ok([...ticks.values()].filter(isAsked).map((tick) => tickInfo(tick, scale)));
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

async function minuteInfo(minute: StoredMinute, scale: number) {
  const { body } = minute;
  const lines = body === null ? null : [...(await unpackLines(body)).lines];
  return { ...headInfo(minute), price_scale: scale, lines };
}

async function ticksOf({ body, headBefore }: StoredMinute): Promise<readonly IndexTick[]> {
  if (body === null) return [];
  const { lines, records } = await unpackLines(body);
  let head = headBefore;
  const heads = lines.map((line) => (head = nextHead(sha256, head, line)));
  // A line that opens a segment has no record.
  const first = lines.length - records.length;
  return records.map((record, index) => ({ record, head: ensure(heads[first + index], 'a head') }));
}
