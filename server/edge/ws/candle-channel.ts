/**
 * The forming candles of KLINE and FOREX_KLINE. The channel sends a candle at the next flush after a trade. If a period
 * ended in between, its final candle goes first, so that no candle stays unfinished.
 */
import type { ForexKlineMessage, KlineMessage } from '../../../contract/channels.ts';
import type { Candle, KlinePeriod } from '../../../contract/market/market.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { PriceRecord } from '../../areas/market/market.area.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './text-frame.ts';

type CandleMessage = KlineMessage | ForexKlineMessage;

/** The candles of one market and period, and their readers. */
interface Topic {
  readonly record: PriceRecord;
  readonly period: KlinePeriod;
  readonly encode: (candle: Candle) => CandleMessage;
  /** Reader → start of the last candle it was sent. */
  readonly readers: Map<Connection, EpochMs>;
}

interface Encoded {
  readonly frames: Buffer;
  readonly lastTime: EpochMs;
}

export class CandleChannel {
  readonly #clock: Clock;
  readonly #topics = new Map<PriceRecord, Map<KlinePeriod, Topic>>();
  readonly #changed = new Set<Topic>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sends the present candle immediately. @returns a function that ends the subscription. */
  subscribe(
    connection: Connection,
    record: PriceRecord,
    period: KlinePeriod,
    encode: Topic['encode'],
  ): () => void {
    const periods = this.#topics.get(record) ?? new Map<KlinePeriod, Topic>();
    this.#topics.set(record, periods);
    const topic = periods.get(period) ?? { record, period, encode, readers: new Map() };
    periods.set(period, topic);
    topic.readers.set(connection, this.#clock.now());
    sendChanges(topic, new Map(), connection, this.#clock.now());
    return () => {
      topic.readers.delete(connection);
      if (topic.readers.size > 0) return;
      this.#changed.delete(topic);
      periods.delete(period);
      if (periods.size === 0) this.#topics.delete(record);
    };
  }

  /** Notes that `record` had a trade. */
  touch(record: PriceRecord): void {
    for (const topic of this.#topics.get(record)?.values() ?? []) this.#changed.add(topic);
  }

  /** Sends the changes; a lagging reader gets them when it has caught up. */
  flush(): void {
    for (const topic of this.#changed) {
      const encodedFrom = new Map<EpochMs, Encoded | null>();
      let isDone = true;
      for (const [connection, sentTime] of topic.readers) {
        if (connection.isLagging) isDone = false;
        else sendChanges(topic, encodedFrom, connection, sentTime);
      }
      if (isDone) this.#changed.delete(topic);
    }
  }
}

/**
 * Sends the candles from that of `sentTime` on; readers at the same position share the encoding.
 */
function sendChanges(
  topic: Topic,
  encodedFrom: Map<EpochMs, Encoded | null>,
  connection: Connection,
  sentTime: EpochMs,
): void {
  let encoded = encodedFrom.get(sentTime);
  if (encoded === undefined) {
    encoded = encodeFrom(topic, sentTime);
    encodedFrom.set(sentTime, encoded);
  }
  if (encoded === null) return;
  topic.readers.set(connection, encoded.lastTime);
  connection.write(encoded.frames);
}

function encodeFrom(topic: Topic, from: EpochMs): Encoded | null {
  const candles = topic.record.candlesFrom(topic.period, from);
  const last = candles.at(-1);
  if (last === undefined) return null;
  const frames = candles.map((candle) => textFrame(JSON.stringify(topic.encode(candle))));
  return { frames: Buffer.concat(frames), lastTime: last.time };
}
