/**
 * The copied rows of a pass. A truncation lets PostgreSQL plan all prepared rules again, which takes longer than
 * a pass over few rows, so few rows are deleted instead.
 */
import type { Client } from 'pg';
import { TABLES_OF_PASS } from './verify-tables.repo.ts';

/** A plan that was made for some rows is good enough for so many of each kind. */
const FEW_ROWS = 256;
const FEW_ACCOUNTS = 2_000;
/** Deleted rows keep their places until a truncation; then the plans are renewed as well. */
const DELETIONS_MAX = 24;

/** Rows that a pass has copied. */
interface Copied {
  readonly entries: number;
  /** Movements by recipe. */
  readonly counts: ReadonlyMap<string, number>;
}

export class PassCopies {
  readonly #client: Client;
  /** Deletions that may follow before a truncation; 0 after a pass with many rows. */
  #deletionsLeft = 0;
  #areFew = false;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Empties the tables outside of a transaction. */
  async empty(): Promise<void> {
    const isDeleted = this.#areFew && this.#deletionsLeft > 0;
    this.#deletionsLeft = isDeleted ? this.#deletionsLeft - 1 : DELETIONS_MAX;
    this.#areFew = false;
    await this.#client.query(
      isDeleted
        ? TABLES_OF_PASS.map((table) => `delete from ${table}`).join(';')
        : `truncate ${TABLES_OF_PASS.join(', ')}`,
    );
  }

  /** Notes the rows of a pass. @param accounts all that it may have copied, if known. @returns whether they are few */
  areFew({ entries, counts }: Copied, accounts = Number.POSITIVE_INFINITY): boolean {
    const movements = [...counts.values()].reduce((sum, count) => sum + count, 0);
    this.#areFew = Math.max(entries, movements) <= FEW_ROWS && accounts <= FEW_ACCOUNTS;
    return this.#areFew;
  }
}
