/**
 * FIAT_ADS: sends a new version when the list of a part of the fiat market may have changed. Frequent changes are sent
 * once a second; a lagging reader gets the last version later.
 */
import type { FiatAdsMessage } from '../../../contract/channels.ts';
import type { Connection } from './connection.ts';
import type { FiatAdSource, FiatMarketPart } from './sources.ts';
import { textFrame } from './text-frame.ts';

interface Topic {
  readonly part: FiatMarketPart;
  /** Reader → the last version it was sent; 0 for a new reader. */
  readonly readers: Map<Connection, number>;
  version: number;
  /** Flushes left until a newer version may be sent. */
  resting: number;
}

const FLUSH_INTERVAL_MS = 200;
/** Clients reload a list once a second at most. */
const FLUSHES_BETWEEN = 5;

export class FiatAdChannel {
  readonly #source: FiatAdSource;
  readonly #topics = new Map<string, Topic>();
  readonly #timer: NodeJS.Timeout;

  constructor(source: FiatAdSource) {
    this.#source = source;
    this.#timer = setInterval(() => this.#flush(), FLUSH_INTERVAL_MS);
  }

  /**
   * The present version comes with the next flush. @returns a function that ends the subscription,
   * null for a part that is not traded.
   */
  subscribe(connection: Connection, key: string, part: FiatMarketPart): (() => void) | null {
    const topic = this.#topics.get(key) ?? this.#beginTopic(key, part);
    if (topic === null) return null;
    topic.readers.set(connection, 0);
    return () => {
      topic.readers.delete(connection);
      if (topic.readers.size === 0) this.#topics.delete(key);
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beginTopic(key: string, part: FiatMarketPart): Topic | null {
    const version = this.#source.version(part);
    if (version === undefined) return null;
    const topic: Topic = { part, readers: new Map(), version, resting: 0 };
    this.#topics.set(key, topic);
    return topic;
  }

  #flush(): void {
    for (const topic of this.#topics.values()) {
      const version = this.#source.version(topic.part) ?? topic.version;
      topic.resting = Math.max(0, topic.resting - 1);
      if (version !== topic.version && topic.resting === 0) {
        topic.version = version;
        topic.resting = FLUSHES_BETWEEN;
      }
      notify(topic);
    }
  }
}

function notify({ part, readers, version }: Topic): void {
  const { side, currencyId: currency_id, fiatCode: fiat_code } = part;
  const message: FiatAdsMessage = { type: 'FIAT_ADS', side, currency_id, fiat_code, version };
  let frame: Buffer | undefined;
  for (const [connection, sentVersion] of readers) {
    if (sentVersion === version || connection.isLagging) continue;
    readers.set(connection, version);
    connection.write((frame ??= textFrame(JSON.stringify(message))));
  }
}
