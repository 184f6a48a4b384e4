/**
 * The outbox: messages to users are stored in the transaction that decides them and delivered after its
 * commit, at least once. A crash between commit and delivery loses none.
 */
import type { z } from 'zod';
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Executor } from '../db/database.ts';
import { IDLE } from '../jobs/jobs.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { PACK } from './outbox-draft.ts';
import {
  claimDue,
  insertMessage,
  postponeMessage,
  removeMessage,
  unpackMessage,
} from './outbox.repo.ts';
import type { OutboxMessage } from './outbox.repo.ts';

/** Waits before the second and every later delivery; the last one repeats. */
const RETRY_DELAYS_MS: readonly number[] = [
  SECOND_MS,
  4 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
];
/** An older message is out of date: it is logged and removed. */
const AGE_MAX_MS = DAY_MS;
/** Longest delivery before another process may take the message over. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH = 50;
/**
 * Delay of the first delivery. The transaction has nearly always committed by then; the next run of the
 * job delivers the message otherwise.
 */
const LOOK_AFTER_MS = 30;

interface Topic<Payload> {
  readonly name: string;
  readonly schema: z.ZodType<Payload>;
  /** Messages with an equal key, e.g. the id of the user, are delivered in the order in which they were stored. */
  orderKey(payload: Payload): string;
  /** @throws Error when the message shall be delivered again later. */
  deliver(payload: Payload): Promise<void>;
  /** Deliveries may be slow: no other message waits for them, and messages with an equal key may overtake each other. */
  readonly isSlow?: boolean;
}

/** A topic whose payloads are not parsed yet. */
interface Receiver {
  orderKey(stored: unknown): string;
  deliver(stored: unknown): Promise<void>;
  readonly isSlow: boolean;
}

/** Stores a message with the statements of `executor`'s transaction. */
export type PutMessage<Payload> = (
  executor: Executor,
  payload: Payload,
  now: EpochMs,
) => Promise<void>;

interface OutboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'start'>;
}

export class Outbox {
  readonly #parts: OutboxParts;
  readonly #topics = new Map<string, Receiver>();
  readonly #job: Job;
  readonly #slow = new Set<Promise<void>>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#job = parts.jobs.start('outbox', {
      failure: 'outbox not read',
      work: () => this.#deliverDue(),
    });
  }

  /** Registers a receiver. Messages of other topics stay where they are. */
  topic<Payload>({
    name,
    schema,
    orderKey,
    deliver,
    isSlow = false,
  }: Topic<Payload>): PutMessage<Payload> {
    this.#topics.set(name, {
      orderKey(stored) {
        const payload = schema.safeParse(stored);
        return payload.success ? orderKey(payload.data) : '';
      },
      // Async, because a payload that does not fit is a failed delivery.
      deliver: async (stored) => deliver(schema.parse(stored)),
      isSlow,
    });
    return async (executor, payload, now) => {
      await insertMessage(executor, { topic: name, payload, now });
      this.lookSoon();
    };
  }

  /** Must be called after a statement of the caller's own has stored a message. */
  lookSoon(): void {
    this.#job.runIn(LOOK_AFTER_MS);
  }

  /** Delivers all messages that are due now. */
  deliverDue(): Promise<void> {
    return this.#job.runNow();
  }

  /** Waits for current deliveries. Messages that are not delivered stay for the next start. */
  async stop(): Promise<void> {
    await this.#job.stop();
    await Promise.all(this.#slow);
  }

  async #deliverDue(): Promise<typeof IDLE | void> {
    const first = await this.#claim();
    if (first.length === 0) return IDLE;
    for (let claimed = first; claimed.length > 0; claimed = await this.#claim())
      await this.#deliverAll(claimed);
  }

  #claim(): Promise<OutboxMessage[]> {
    const { database, clock } = this.#parts;
    const topics = [...this.#topics.keys(), PACK];
    return claimDue(database, { topics, now: clock.now(), leaseMs: LEASE_MS, limit: BATCH });
  }

  /**
   * Users wait for each other's messages no longer than for one batch; the messages of one user
   * keep their order.
   */
  async #deliverAll(messages: readonly OutboxMessage[]): Promise<void> {
    const { database, clock, log } = this.#parts;
    const lines = new Map<string, OutboxMessage[]>();
    for (const message of messages) {
      const { id, topic, payload } = message;
      if (topic === PACK) {
        // The next claim takes its messages. After a fault, this one is claimed again when its claim has lapsed.
        await unpackMessage(database, id, clock.now()).catch((error: unknown) =>
          log.error({ err: error, id }, 'message not unpacked'),
        );
        continue;
      }
      const key = JSON.stringify([topic, this.#receiver(topic).orderKey(payload)]);
      lines.set(key, [...(lines.get(key) ?? []), message]);
    }
    await Promise.all(
      [...lines.values()].map(async (line) => {
        for (const message of line)
          if (this.#receiver(message.topic).isSlow) this.#deliverSlowly(message);
          else await this.#deliver(message);
      }),
    );
  }

  /** A message that a crash interrupts stays, and is claimed again when its claim has lapsed. */
  #deliverSlowly(message: OutboxMessage): void {
    const delivery: Promise<void> = this.#deliver(message)
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error, id: message.id }, 'message not removed'),
      )
      .finally(() => this.#slow.delete(delivery));
    this.#slow.add(delivery);
  }

  #receiver(topic: string): Receiver {
    return ensure(this.#topics.get(topic), `topic ${topic}`);
  }

  async #deliver(message: OutboxMessage): Promise<void> {
    const { database, clock, log } = this.#parts;
    const { id, topic, payload, attempts, createdAtMs } = message;
    try {
      await this.#receiver(topic).deliver(payload);
    } catch (error) {
      const retryAtMs = clock.now() + retryDelayMs(attempts);
      const isGivenUp = retryAtMs - createdAtMs > AGE_MAX_MS;
      log.error({ err: error, topic, id, attempts, isGivenUp }, 'message not delivered');
      if (!isGivenUp) return postponeMessage(database, id, retryAtMs);
    }
    await removeMessage(database, id);
  }
}

/** @param attempts deliveries that were started, 1 or more. */
const retryDelayMs = (attempts: number): number =>
  RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? HOUR_MS;
