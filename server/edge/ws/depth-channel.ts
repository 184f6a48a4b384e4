/**
 * The order books of DEPTH. A reader gets a snapshot first and then one delta per flush, without a gap. Deltas are
 * never conflated: a lagging reader gets none, and a new snapshot when it has caught up. Each frame is encoded once for
 * all readers of a market.
 */
import { ensure } from '../../../contract/assert.ts';
import type { DepthDeltaMessage, DepthSnapshotMessage } from '../../../contract/channels.ts';
import type { DepthLevel } from '../../../contract/market/market.ts';
import type { Connection } from './connection.ts';
import type { DepthChange, DepthSource } from './sources.ts';
import { textFrame } from './text-frame.ts';

interface Topic {
  readonly readers: Set<Connection>;
  /** Readers that need a snapshot. */
  readonly behind: Set<Connection>;
  /** Sequence number known to all readers that are not behind. */
  seq: number;
  /** Sequence number of the order book; above `seq` when changes wait for the flush. */
  seqNow: number;
  /** Price → quantity of the levels that changed since `seq`. */
  readonly bids: Map<string, string>;
  readonly asks: Map<string, string>;
}

export class DepthChannel {
  readonly #source: DepthSource;
  readonly #topics = new Map<number, Topic>();
  readonly #timer: NodeJS.Timeout;
  readonly #endListening: () => void;

  constructor(source: DepthSource, intervalMs: number) {
    this.#source = source;
    this.#endListening = source.subscribe((change) => this.#take(change));
    this.#timer = setInterval(() => this.#flush(), intervalMs);
  }

  /**
   * The snapshot comes with the next flush. @returns a function that ends the subscription, null
   * for an unknown market.
   */
  subscribe(connection: Connection, marketId: number): (() => void) | null {
    const topic = this.#topics.get(marketId) ?? this.#beginTopic(marketId);
    if (topic === null) return null;
    topic.readers.add(connection);
    topic.behind.add(connection);
    return () => {
      topic.readers.delete(connection);
      topic.behind.delete(connection);
      if (topic.readers.size === 0) this.#topics.delete(marketId);
    };
  }

  close(): void {
    this.#endListening();
    clearInterval(this.#timer);
  }

  #beginTopic(marketId: number): Topic | null {
    const seq = this.#source.depth(marketId)?.seq;
    if (seq === undefined) return null;
    const topic: Topic = {
      readers: new Set(),
      behind: new Set(),
      seq,
      seqNow: seq,
      bids: new Map(),
      asks: new Map(),
    };
    this.#topics.set(marketId, topic);
    return topic;
  }

  #take(change: DepthChange): void {
    const topic = this.#topics.get(change.marketId);
    if (topic === undefined) return;
    topic.seqNow = change.seq;
    // The levels are read here, because a change formats them on first access.
    for (const [price, quantity] of change.bids) topic.bids.set(price, quantity);
    for (const [price, quantity] of change.asks) topic.asks.set(price, quantity);
  }

  #flush(): void {
    for (const [marketId, topic] of this.#topics) {
      if (topic.seqNow > topic.seq) sendDelta(marketId, topic);
      if (topic.behind.size > 0) this.#sendSnapshot(marketId, topic);
    }
  }

  #sendSnapshot(marketId: number, topic: Topic): void {
    let frame: Buffer | undefined;
    for (const connection of topic.behind) {
      if (connection.isLagging) continue;
      topic.behind.delete(connection);
      connection.write((frame ??= this.#encodeSnapshot(marketId)));
    }
  }

  #encodeSnapshot(marketId: number): Buffer {
    const { seq, bids, asks } = ensure(this.#source.depth(marketId), `market ${marketId}`);
    const message: DepthSnapshotMessage = {
      type: 'DEPTH',
      kind: 'snapshot',
      currency_match_id: marketId,
      seq,
      bids,
      asks,
    };
    return textFrame(JSON.stringify(message));
  }
}

/** Sends the changes to the readers that are current; a lagging reader is behind from now on. */
function sendDelta(marketId: number, topic: Topic): void {
  const message: DepthDeltaMessage = {
    type: 'DEPTH',
    kind: 'delta',
    currency_match_id: marketId,
    previous_seq: topic.seq,
    seq: topic.seqNow,
    bids: takeLevels(topic.bids),
    asks: takeLevels(topic.asks),
  };
  topic.seq = topic.seqNow;
  let frame: Buffer | undefined;
  for (const connection of topic.readers) {
    if (topic.behind.has(connection)) continue;
    if (connection.isLagging) topic.behind.add(connection);
    else connection.write((frame ??= textFrame(JSON.stringify(message))));
  }
}

function takeLevels(levels: Map<string, string>): DepthLevel[] {
  const taken: DepthLevel[] = [...levels];
  levels.clear();
  return taken;
}
