/**
 * INDEX: each point of the index of an instrument as soon as it is stored. A reader gets the points of the last minute
 * first, then every point. A lagging reader gets none, and the last minute again when it has caught up. Each frame is
 * encoded once for all readers of an instrument.
 */
import type { IndexMessage } from '../../../contract/channels.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Connection } from './connection.ts';
import type { IndexSource } from './sources.ts';
import { textFrame } from './text-frame.ts';

interface Topic {
  readonly readers: Set<Connection>;
  /** Readers that need the last minute. */
  readonly behind: Set<Connection>;
  /** Time of the last point, which all readers have that are not behind; null before the first. */
  lastMs: EpochMs | null;
}

export class IndexChannel {
  readonly #source: IndexSource;
  readonly #topics = new Map<string, Topic>();
  readonly #endListening: () => void;

  constructor(source: IndexSource) {
    this.#source = source;
    this.#endListening = source.subscribe((instrument, point) => this.#take(instrument, point));
  }

  /** The last minute comes with the next flush. @returns a function that ends the subscription, null for an unknown instrument. */
  subscribe(connection: Connection, instrument: string): (() => void) | null {
    const recent = this.#source.recent(instrument);
    if (recent === undefined) return null;
    const topic = this.#topics.get(instrument) ?? {
      readers: new Set(),
      behind: new Set(),
      lastMs: recent.at(-1)?.time ?? null,
    };
    this.#topics.set(instrument, topic);
    topic.readers.add(connection);
    topic.behind.add(connection);
    return () => {
      topic.readers.delete(connection);
      topic.behind.delete(connection);
      if (topic.readers.size === 0) this.#topics.delete(instrument);
    };
  }

  /** Sends the last minute to the readers that need it. */
  flush(): void {
    for (const [instrument, topic] of this.#topics) {
      if (topic.behind.size === 0) continue;
      let frame: Buffer | undefined;
      for (const connection of topic.behind) {
        if (connection.isLagging) continue;
        topic.behind.delete(connection);
        connection.write((frame ??= this.#encodeRecent(instrument)));
      }
    }
  }

  close(): void {
    this.#endListening();
  }

  #take(instrument: string, point: IndexTickInfo): void {
    const topic = this.#topics.get(instrument);
    if (topic === undefined) return;
    const previous = topic.lastMs;
    topic.lastMs = point.time;
    let frame: Buffer | undefined;
    for (const connection of topic.readers) {
      if (topic.behind.has(connection)) continue;
      if (connection.isLagging) topic.behind.add(connection);
      else connection.write((frame ??= encode({ instrument, previous, points: [point] })));
    }
  }

  #encodeRecent(instrument: string): Buffer {
    const points = this.#source.recent(instrument) ?? [];
    return encode({ instrument, previous: null, points });
  }
}

const encode = (message: Omit<IndexMessage, 'type'>): Buffer =>
  textFrame(JSON.stringify({ type: 'INDEX', ...message }));
