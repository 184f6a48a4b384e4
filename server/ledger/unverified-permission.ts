/** An operator's permission to go on for some hours although the ledger is not verified. */
import type { EpochMs } from '../../contract/time.ts';
import type { Database, Transaction } from '../kit/db/database.ts';
import { transaction } from '../kit/db/transaction.ts';
import type { Log } from '../kit/log.ts';
import * as repo from './unverified-permission.repo.ts';

export interface Permission {
  readonly operatorId: number;
  readonly now: EpochMs;
  readonly until: EpochMs;
  /** Runs in the transaction that stores the permission, e.g. to insert its row of the audit log. */
  alsoWrite(tx: Transaction): Promise<void>;
}

export class UnverifiedPermission {
  readonly #database: Database;
  readonly #log: Log;
  #until: EpochMs;

  /** @param until the end of the last permission; 0 for none. */
  constructor(database: Database, log: Log, until: EpochMs) {
    this.#database = database;
    this.#log = log;
    this.#until = until;
  }

  /** Starts from the permission that an operator gave before a restart. */
  static async open(database: Database, log: Log): Promise<UnverifiedPermission> {
    return new UnverifiedPermission(database, log, await repo.findPermittedUntil(database));
  }

  /** Its end; null while there is none. */
  until(now: EpochMs): EpochMs | null {
    return now < this.#until ? this.#until : null;
  }

  /** Replaces an earlier permission. */
  async give({ operatorId, now, until, alsoWrite }: Permission): Promise<void> {
    await transaction(this.#database, async (tx) => {
      await repo.endPermissions(tx, now);
      await repo.insertPermission(tx, { operatorId, beganAtMs: now, untilMs: until });
      await alsoWrite(tx);
    });
    this.#until = until;
    this.#log.warn({ operatorId, until }, 'the exchange goes on with an unverified ledger');
  }

  /** Ends it, because a pass has verified the ledger. */
  async end(now: EpochMs): Promise<void> {
    if (this.until(now) === null) return;
    this.#until = 0;
    await repo.endPermissions(this.#database, now);
  }
}
