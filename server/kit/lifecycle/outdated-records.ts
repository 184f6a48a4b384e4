/**
 * Has records of older machines taken over by the present ones: those whose delays run before any
 * timer fires, all others little by little afterwards. One that is used before its turn needs none.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnyStateMachine } from 'xstate';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import { isDatabaseUnavailable, transaction } from '../db/transaction.ts';
import type { Log } from '../log.ts';
import { findOutdated, findOutdatedTimed, lockLifecycle } from './lifecycles.repo.ts';
import type { LifecycleSpec, TimerReaction } from './lifecycles.types.ts';
import { migrateRow } from './take-step.ts';

/** A kind of record whose timers are fired here. */
export interface Registration {
  readonly spec: LifecycleSpec;
  readonly reaction: TimerReaction<AnyStateMachine>;
}

export interface OutdatedRecordsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  registrations(): Iterable<Registration>;
}

const TIMED_AT_ONCE = 200;
/** Some forty a second: a million ended records take some hours, and nobody notices. */
const REST_AT_ONCE = 20;
const REST_PAUSE_MS = 500;
const RETRY_MS = 30_000;

export class OutdatedRecords {
  readonly #parts: OutdatedRecordsParts;
  readonly #ending = new AbortController();
  #rest: Promise<void> = Promise.resolve();

  constructor(parts: OutdatedRecordsParts) {
    this.#parts = parts;
  }

  /** Those with delays that run: what such a delay leads to is for the present machine to say. */
  async migrateTimed(): Promise<void> {
    for (const registration of this.#parts.registrations()) {
      const { kind, version } = registration.spec;
      let ids: readonly number[] = [0];
      while (ids.length > 0 && !this.#isEnding) {
        const last = ids.at(-1) ?? 0;
        ids = await findOutdatedTimed(this.#parts.database, kind, version, last, TIMED_AT_ONCE);
        await this.#migrateAll(registration, ids);
      }
    }
  }

  /** Begins with those at rest, which may have delays that their machine of then did not know, and those that ended. */
  startRest(): void {
    this.#rest = this.#migrateRest();
  }

  /** Waits for the record under way; begins no more. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#rest;
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  async #migrateRest(): Promise<void> {
    for (const registration of this.#parts.registrations()) {
      const { kind, version } = registration.spec;
      const records = await this.#migrateRestOf(registration);
      if (records > 0 && !this.#isEnding)
        this.#parts.log.info({ kind, version, records }, 'records taken over by a newer machine');
    }
  }

  /** @returns how many it found. */
  async #migrateRestOf(registration: Registration): Promise<number> {
    const { database, log } = this.#parts;
    const { kind, version } = registration.spec;
    let last = 0;
    let count = 0;
    while (!this.#isEnding) {
      try {
        const ids = await findOutdated(database, kind, version, last, REST_AT_ONCE);
        await this.#migrateAll(registration, ids);
        count += ids.length;
        if (ids.length < REST_AT_ONCE) return count;
        last = ids.at(-1) ?? last;
        await this.#pause(REST_PAUSE_MS);
      } catch (error) {
        log.error({ err: error, kind }, 'records wait for their newer machine');
        await this.#pause(RETRY_MS);
      }
    }
    return count;
  }

  async #migrateAll(registration: Registration, ids: readonly number[]): Promise<void> {
    for (const id of ids) if (!this.#isEnding) await this.#migrateOrLeave(registration, id);
  }

  /** A record that cannot be taken over keeps its delays, and holds up no other. */
  async #migrateOrLeave({ spec, reaction }: Registration, id: number): Promise<void> {
    const { database, clock, log } = this.#parts;
    const { kind } = spec;
    try {
      await transaction(database, async (tx) => {
        const row = await lockLifecycle(tx, kind, id);
        if (row === undefined) return;
        const { revision } = await migrateRow(tx, spec, row, clock.now());
        if (revision !== row.revision) await reaction.onMigrated?.(tx, id, revision);
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, kind, id }, 'a record can not be taken over by its newer machine');
    }
  }

  /** Ends early when it is stopped. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
