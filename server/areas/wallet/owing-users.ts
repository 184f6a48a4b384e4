/**
 * The users who owe for reversed deposits. They place no orders and transfer nothing until the shortfall is
 * paid, because both would move coins away from its collection. The set is in memory, because each order
 * asks for it.
 */
import type { Database } from '../../kit/db/database.ts';
import { findOwingUsers } from './unsettled-credit.repo.ts';

export class OwingUsers {
  readonly #database: Database;
  #stored: ReadonlySet<number> = new Set();
  /** Users by chain whose reversal may not be committed yet. */
  readonly #expected = new Map<string, Set<number>>();
  #lastRead: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<(userId: number) => void>();

  constructor(database: Database) {
    this.#database = database;
  }

  has(userId: number): boolean {
    if (this.#stored.has(userId)) return true;
    for (const users of this.#expected.values()) if (users.has(userId)) return true;
    return false;
  }

  /** Calls the listener with each user who owes now, and later with each one who came to owe. */
  listen(listener: (userId: number) => void): void {
    this.#listeners.add(listener);
    for (const userId of this.#stored) listener(userId);
  }

  /** Adds the user in the transaction that reverses a credit on the chain, before its commit. */
  expect(chain: string, userId: number): void {
    const users = this.#expected.get(chain) ?? new Set();
    this.#expected.set(chain, users.add(userId));
  }

  /** Reads the set again. All reversals of the chain so far must have ended. */
  refresh(chain?: string): Promise<void> {
    const read = this.#lastRead.then(async () => {
      const before = this.#stored;
      this.#stored = await findOwingUsers(this.#database);
      const owing = [...this.#stored].filter((userId) => !before.has(userId));
      for (const userId of owing) for (const listener of this.#listeners) listener(userId);
      if (chain !== undefined) this.#expected.delete(chain);
    });
    // An earlier read that ends late would otherwise replace a newer one.
    this.#lastRead = read.catch(() => undefined);
    return read;
  }
}
