/** The index log on the wire: for calls, the channel INDEX, and witnesses. */
import { ensure } from '../../../../contract/assert.ts';
import { formatUnits } from '../../../../contract/money/decimal.ts';
import type { IndexTickInfo } from '../../../../contract/micro/index/price-index.ts';
import type { IndexTick } from './index-lines.ts';
import type { IndexLog } from './index-log.ts';
import type { StoredHead } from './index-reads.repo.ts';

/** @param scale decimals of a price. */
export const tickInfo = (
  { record: { atMs, ticks, gap }, head }: IndexTick,
  scale: number,
): IndexTickInfo => ({
  time: atMs,
  price: ticks === null ? null : formatUnits(BigInt(ticks), scale),
  gap,
  head,
});

/** The signed end of a minute on the wire. */
export const headInfo = (minute: StoredHead) => ({
  instrument: minute.instrument,
  hours: minute.hours,
  segment: minute.segment,
  minute: minute.minuteMs,
  first: minute.firstMs,
  last: minute.lastMs,
  line_count: minute.lineCount,
  head_before: minute.headBefore,
  head: minute.head,
  orders: minute.orders,
  signature: minute.signature.toString('base64url'),
});

/** @param scales decimals of a price by name of the instrument. */
export function createIndexSource(
  log: Pick<IndexLog, 'recent' | 'subscribe'>,
  scales: ReadonlyMap<string, number>,
) {
  const scaleOf = (instrument: string) => ensure(scales.get(instrument), instrument);
  return {
    /** The points of the last minute, the oldest first; undefined for an unknown instrument. */
    recent: (instrument: string): readonly IndexTickInfo[] | undefined =>
      log.recent(instrument)?.map((tick) => tickInfo(tick, scaleOf(instrument))),
    /** @returns a function that ends the subscription. */
    subscribe: (listener: (instrument: string, point: IndexTickInfo) => void): (() => void) =>
      log.subscribe((instrument, tick) =>
        listener(instrument, tickInfo(tick, scaleOf(instrument))),
      ),
  };
}

/** The points of an exchange without an index log. */
export const NO_INDEX_SOURCE: ReturnType<typeof createIndexSource> = {
  recent: () => undefined,
  subscribe: () => () => undefined,
};
