/** Protocol of one exchange's public socket: symbols, subscriptions, messages and limits. */
import type { EpochMs } from '../../../../../contract/time.ts';
import type { PricePair } from '../price-source.ts';

/** Content of one message of an exchange. */
export type FeedEvent =
  /** A price, exact as of `read-ticks.ts`, with the time that the exchange gives for it. */
  | {
      readonly kind: 'price';
      readonly symbol: string;
      readonly price: bigint;
      readonly atMs: EpochMs;
    }
  /** Nothing about prices: a heartbeat, an acknowledgement, an unknown kind of message. */
  | { readonly kind: 'alive' }
  /** No price follows for the symbol; null when the exchange does not say which one. */
  | { readonly kind: 'refused'; readonly symbol: string | null; readonly reason: string }
  /** A market without a price that can be used: no quotes, crossed quotes, or quotes far apart. */
  | { readonly kind: 'unusable'; readonly symbol: string }
  /** The connection must be replaced: the exchange asks for it, or messages were lost. */
  | { readonly kind: 'reconnect'; readonly reason: string }
  /** The text is no message of the protocol. */
  | { readonly kind: 'malformed' };

export interface FeedProtocol {
  /** Name in `PRICE_SOURCES`, and id of the source. */
  readonly id: string;
  /** The documented address of the public socket. */
  readonly url: string;
  /** Returns the symbol of the pair at the exchange; null for a pair that it cannot have. */
  symbolOf(pair: PricePair): string | null;
  /** Returns the messages that subscribe to the symbols, each within the limits of the exchange. */
  subscribe(symbols: readonly string[]): readonly string[];
  /** The pause between two of these messages. */
  readonly subscribeGapMs: number;
  /** Returns the reader of one connection, which remembers sequence numbers. */
  createReader(): (text: string) => readonly FeedEvent[];
  /** A message that is sent after a silence, and answered; null where the exchange sends heartbeats. */
  readonly ping: { readonly text: string; readonly afterMs: number } | null;
  /** A connection without any message for so long is dead. */
  readonly silentAfterMs: number;
  /** Age at which a connection is replaced, below the age at which the exchange ends it; null for none. */
  readonly lifetimeMs: number | null;
}

export const ALIVE: readonly FeedEvent[] = [{ kind: 'alive' }];
export const MALFORMED: readonly FeedEvent[] = [{ kind: 'malformed' }];
