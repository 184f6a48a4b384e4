/** The numbered events of one user, kept while the user has readers and some minutes longer. */
import { randomUUID } from 'node:crypto';
import type { UserEventMessage } from '../../../contract/channels.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { UserEvent } from '../../../contract/user-records.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './text-frame.ts';

/** Events kept for returning readers; a reader that missed more gets a snapshot. */
const USER_EVENTS_KEPT_MAX = 256;

export class UserLog {
  /** Identifies the numbering: no other log, of this or another process, has the same id. */
  readonly stream = randomUUID();
  readonly readers = new Set<Connection>();
  /** Time since which it has no readers. */
  emptySince: EpochMs;
  /** Frame for new readers: encoded on demand and kept until the next event. */
  snapshot: Buffer | null = null;
  #lastSeq = 0;
  /** Frames of the newest events, oldest first. */
  readonly #kept: Buffer[] = [];

  constructor(now: EpochMs) {
    this.emptySince = now;
  }

  /** Number of the last event; 0 before the first. */
  get seq(): number {
    return this.#lastSeq;
  }

  /** Numbers and sends the events. */
  append(events: readonly UserEvent[]): void {
    this.snapshot = null;
    const frames = events.map((event) => {
      this.#lastSeq += 1;
      const message: UserEventMessage = {
        type: 'USER',
        kind: 'event',
        stream: this.stream,
        seq: this.#lastSeq,
        event,
      };
      return textFrame(JSON.stringify(message));
    });
    this.#kept.push(...frames);
    this.#kept.splice(0, this.#kept.length - USER_EVENTS_KEPT_MAX);
    const joined = Buffer.concat(frames);
    for (const connection of this.readers) connection.write(joined);
  }

  /**
   * Returns the frames of all events after number `seq` of `stream`, or null when not all of them are
   * known: some are no longer kept, or `stream` is another numbering.
   */
  missedAfter({ stream, seq }: { readonly stream: string; readonly seq: number }): Buffer | null {
    const missed = this.#lastSeq - seq;
    if (stream !== this.stream || missed < 0 || missed > this.#kept.length) return null;
    return Buffer.concat(this.#kept.slice(this.#kept.length - missed));
  }
}
