/** New trades (`deal`) by market. The channel sends all of them, one message per flush. */
import type { DealMessage } from '../../../contract/channels.ts';
import type { Deal } from '../../../contract/market/market.ts';
import type { Connection } from './connection.ts';
import { textFrame } from './text-frame.ts';

interface Topic {
  readonly readers: Set<Connection>;
  /** Oldest first. */
  pending: Deal[];
}

export class DealChannel {
  readonly #topics = new Map<number, Topic>();

  /** @returns a function that ends the subscription. */
  subscribe(connection: Connection, marketId: number): () => void {
    const topic = this.#topics.get(marketId) ?? { readers: new Set(), pending: [] };
    this.#topics.set(marketId, topic);
    topic.readers.add(connection);
    return () => {
      topic.readers.delete(connection);
      if (topic.readers.size === 0) this.#topics.delete(marketId);
    };
  }

  publish(marketId: number, deals: readonly Deal[]): void {
    this.#topics.get(marketId)?.pending.push(...deals);
  }

  flush(): void {
    for (const [marketId, topic] of this.#topics) {
      if (topic.pending.length === 0) continue;
      const message: DealMessage = {
        type: 'DEAL',
        currency_match_id: marketId,
        deals: topic.pending,
      };
      topic.pending = [];
      const frame = textFrame(JSON.stringify(message));
      for (const connection of topic.readers) connection.write(frame);
    }
  }
}
