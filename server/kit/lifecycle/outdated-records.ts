/**
 * Migrates records of older machines to the present ones: those with running delays before any
 * timer fires, all others gradually afterwards. A record that is used earlier is migrated by that
 * use.
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

/** A kind of record whose timers this server fires. */
export interface Registration {
  readonly spec: LifecycleSpec;
  readonly reaction: TimerReaction<AnyStateMachine>;
}

interface OutdatedRecordsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  registrations(): Iterable<Registration>;
}

const TIMED_AT_ONCE = 200;
/** About forty a second, so a million ended records take some hours without a noticeable load. */
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

  /**
   * Migrates records with running delays first, because the present machine must decide on the ends
   * of these delays.
   */
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

  /**
   * Starts with the records at rest, which may need delays that their old machine did not have, and
   * the ended ones.
   */
  startRest(): void {
    this.#rest = this.#migrateRest();
  }

  /** Waits for the current record; starts no more. */
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
        this.#parts.log.info({ kind, version, records }, 'records migrated to a newer machine');
    }
  }

  /** @returns the number of records it found. */
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
        log.error({ err: error, kind }, 'records wait for migration to a newer machine');
        await this.#pause(RETRY_MS);
      }
    }
    return count;
  }

  async #migrateAll(registration: Registration, ids: readonly number[]): Promise<void> {
    for (const id of ids) if (!this.#isEnding) await this.#migrateOrLeave(registration, id);
  }

  /** A record that cannot be migrated keeps its delays and does not block the others. */
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
      log.error({ err: error, kind, id }, 'a record cannot be migrated to its newer machine');
    }
  }

  /** Ends early when the server stops. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#ending;
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
