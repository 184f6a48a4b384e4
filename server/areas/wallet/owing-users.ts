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

  constructor(database: Database) {
    this.#database = database;
  }

  has(userId: number): boolean {
    if (this.#stored.has(userId)) return true;
    for (const users of this.#expected.values()) if (users.has(userId)) return true;
    return false;
  }

  /** Adds the user in the transaction that reverses a credit on the chain, before its commit. */
  expect(chain: string, userId: number): void {
    const users = this.#expected.get(chain) ?? new Set();
    this.#expected.set(chain, users.add(userId));
  }

  /** Reads the set again. All reversals of the chain so far must have ended. */
  refresh(chain?: string): Promise<void> {
    const read = this.#lastRead.then(async () => {
      this.#stored = await findOwingUsers(this.#database);
      if (chain !== undefined) this.#expected.delete(chain);
    });
    // An earlier read that ends late would otherwise replace a newer one.
    this.#lastRead = read.catch(() => undefined);
    return read;
  }
}
