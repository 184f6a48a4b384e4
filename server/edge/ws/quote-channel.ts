/**
 * A channel of last prices (DAY_MARKET, FOREX, MARK). Sockets with the same cadence form a group and share each encoded
 * frame. A new socket, or one that fell behind, gets the latest value of every market at the group's next flush.
 */
import type { DayMarketMessage, ForexMessage, MarkMessage } from '../../../contract/channels.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './text-frame.ts';

type QuoteMessage = DayMarketMessage | ForexMessage | MarkMessage;

/**
 * Cadence of a subscription: one message per quote, or arrays of the latest quotes at an interval.
 */
export type Cadence =
  | { readonly batch: false }
  | { readonly batch: true; readonly intervalMs: number };

/** The few intervals limit the timers and encodings for all sockets. */
const INTERVAL_STEPS_MS = [16, 33, 50, 100, 250, 500, 1_000];

interface Group {
  readonly cadence: Cadence;
  readonly members: Set<Connection>;
  /** Members that need all values. */
  readonly behind: Set<Connection>;
  /** Keys with a new value since the last flush. */
  readonly changed: Set<number | string>;
  readonly timer: NodeJS.Timeout;
}

export class QuoteChannel {
  readonly #readAll: () => ReadonlyMap<number | string, QuoteMessage>;
  readonly #catchUpIntervalMs: number;
  readonly #groups = new Map<number, Group>();
  /** JSON of the latest message, by key. */
  readonly #latest = new Map<number | string, string>();

  /**
   * @param readAll returns the present quote of every market, called when the first group starts
   *   and by {@link publishMoved}
   * @param catchUpIntervalMs interval at which unbatched sockets that are behind are checked
   */
  constructor(
    readAll: () => ReadonlyMap<number | string, QuoteMessage>,
    catchUpIntervalMs: number,
  ) {
    this.#readAll = readAll;
    this.#catchUpIntervalMs = catchUpIntervalMs;
  }

  /** @returns a function that ends the subscription. */
  subscribe(connection: Connection, cadence: Cadence): () => void {
    const intervalMs = cadence.batch ? stepOf(cadence.intervalMs) : this.#catchUpIntervalMs;
    const key = cadence.batch ? intervalMs : 0;
    const group = this.#groups.get(key) ?? this.#beginGroup(key, cadence, intervalMs);
    group.members.add(connection);
    group.behind.add(connection);
    return () => {
      group.members.delete(connection);
      group.behind.delete(connection);
      if (group.members.size === 0) this.#endGroup(key, group);
    };
  }

  publish(key: number | string, message: QuoteMessage): void {
    if (this.#groups.size > 0) this.#publishText(key, JSON.stringify(message));
  }

  /** Publishes each present quote that differs from the last published one. */
  publishMoved(): void {
    if (this.#groups.size === 0) return;
    for (const [key, message] of this.#readAll()) {
      const text = JSON.stringify(message);
      if (text !== this.#latest.get(key)) this.#publishText(key, text);
    }
  }

  close(): void {
    for (const [key, group] of this.#groups) this.#endGroup(key, group);
  }

  #publishText(key: number | string, text: string): void {
    this.#latest.set(key, text);
    let frame: Buffer | undefined;
    for (const group of this.#groups.values()) {
      if (group.cadence.batch) group.changed.add(key);
      else sendToCurrent(group, (frame ??= textFrame(text)));
    }
  }

  #beginGroup(key: number, cadence: Cadence, intervalMs: number): Group {
    if (this.#groups.size === 0) {
      for (const [id, message] of this.#readAll()) this.#latest.set(id, JSON.stringify(message));
    }
    const group: Group = {
      cadence,
      members: new Set(),
      behind: new Set(),
      changed: new Set(),
      timer: setInterval(() => this.#flush(group), intervalMs),
    };
    this.#groups.set(key, group);
    return group;
  }

  #endGroup(key: number, group: Group): void {
    clearInterval(group.timer);
    this.#groups.delete(key);
  }

  #flush(group: Group): void {
    if (group.changed.size > 0) {
      const texts = Array.from(group.changed, (key) => this.#latest.get(key) ?? '');
      group.changed.clear();
      sendToCurrent(group, textFrame(`[${texts.join(',')}]`));
    }
    let everything: Buffer | undefined;
    for (const connection of group.behind) {
      if (connection.isLagging) continue;
      group.behind.delete(connection);
      connection.write((everything ??= this.#encodeEverything(group.cadence)));
    }
  }

  #encodeEverything(cadence: Cadence): Buffer {
    const texts = [...this.#latest.values()];
    return cadence.batch ? textFrame(`[${texts.join(',')}]`) : Buffer.concat(texts.map(textFrame));
  }
}

/** Writes to the members that are current; a lagging member is behind from now on. */
function sendToCurrent(group: Group, frame: Buffer): void {
  for (const connection of group.members) {
    if (group.behind.has(connection)) continue;
    if (connection.isLagging) group.behind.add(connection);
    else connection.write(frame);
  }
}

/** Returns the longest step that is at most the requested interval. */
function stepOf(intervalMs: number): number {
  return INTERVAL_STEPS_MS.findLast((step) => step <= intervalMs) ?? 16;
}
