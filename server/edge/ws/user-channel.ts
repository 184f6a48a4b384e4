/**
 * The user's own orders, balances and events on USER, numbered per user without a gap. The channel
 * reads the state and adds the reader in one synchronous step, and a commit and its events are one
 * step, too, so that no event is lost in between.
 */
import type { UserSnapshotMessage } from '../../../contract/channels.ts';
import { MINUTE_MS, type Clock } from '../../../contract/time.ts';
import type { Connection } from './connection.ts';
import type { UserSource } from './sources.ts';
import { textFrame } from './text-frame.ts';
import { UserLog } from './user-log.ts';

/** Time for which events are kept after the user's last socket has closed. */
const USER_LOG_KEPT_MS = 5 * MINUTE_MS;

export class UserChannel {
  readonly #source: UserSource;
  readonly #clock: Clock;
  readonly #logs = new Map<number, UserLog>();
  readonly #endListening: () => void;

  constructor(source: UserSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
    this.#endListening = source.subscribe(
      (userId) => this.#logs.has(userId),
      (userId, events) => this.#logs.get(userId)?.append(events),
    );
  }

  /**
   * Sends the events missed since `after`, or a snapshot, and then every event.
   * @returns a function that ends the subscription.
   */
  subscribe(
    connection: Connection,
    userId: number,
    after: { readonly stream: string; readonly seq: number } | undefined,
  ): () => void {
    const log = this.#logs.get(userId) ?? new UserLog(this.#clock.now());
    this.#logs.set(userId, log);
    log.readers.add(connection);
    const missed = after === undefined ? null : log.missedAfter(after);
    // Encoding thousands of open orders takes time, so repeated requests get the same bytes.
    connection.write(missed ?? (log.snapshot ??= this.#encodeSnapshot(userId, log)));
    return () => {
      log.readers.delete(connection);
      log.emptySince = this.#clock.now();
    };
  }

  /**
   * Drops the logs of users whose last socket closed at least {@link USER_LOG_KEPT_MS} ago. Must be
   * called regularly.
   */
  sweep(): void {
    const now = this.#clock.now();
    for (const [userId, log] of this.#logs) {
      const isLeft = log.readers.size === 0 && now - log.emptySince >= USER_LOG_KEPT_MS;
      if (isLeft) this.#logs.delete(userId);
    }
  }

  close(): void {
    this.#endListening();
  }

  #encodeSnapshot(userId: number, { stream, seq }: UserLog): Buffer {
    const { orders, leverOrders, microOrders, balances } = this.#source.read(userId);
    const message: UserSnapshotMessage = {
      type: 'USER',
      kind: 'snapshot',
      stream,
      seq,
      orders,
      ...(leverOrders && { lever_orders: leverOrders }),
      ...(microOrders && { micro_orders: microOrders }),
      balances,
    };
    return textFrame(JSON.stringify(message));
  }
}
