/** Runs ledger verifications one after the other over one open connection. */
import type { DatabaseAddress } from '../kit/db/database.ts';
import { openVerifierSession } from './verify-session.repo.ts';
import type { LedgerBook } from './ledger-book.types.ts';
import type { VerifierSession } from './verify-session.repo.ts';
import type { Pass } from './verifier.repo.ts';

/**
 * Keeps the connection, because on a small ledger connecting and reading the catalog of tables take
 * most of a verification.
 */
export class KeptVerifier {
  readonly #address: DatabaseAddress;
  readonly #book: LedgerBook;
  #session: VerifierSession | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Connects with the first verification. */
  constructor(address: DatabaseAddress, book: LedgerBook) {
    this.#address = address;
    this.#book = book;
  }

  /**
   * Verifies the whole ledger. @throws Error when the database cannot be reached; the next call
   * reconnects.
   */
  verify(): Promise<Pass> {
    return this.#afterOthers((session) => session.verifyAll());
  }

  /** Verifies the changes since the last verification. @throws as `verify`. */
  verifyRecent(): Promise<Pass> {
    return this.#afterOthers((session) => session.verifyRecent());
  }

  #afterOthers(look: (session: VerifierSession) => Promise<Pass>): Promise<Pass> {
    const pass = this.#last.then(() => this.#verifyNow(look));
    this.#last = pass.catch(() => undefined);
    return pass;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#session?.close();
  }

  async #verifyNow(look: (session: VerifierSession) => Promise<Pass>): Promise<Pass> {
    this.#session ??= await this.#open();
    const session = this.#session;
    try {
      return await look(session);
    } catch (error) {
      this.#session = undefined;
      await session.close().catch(() => undefined);
      throw error;
    }
  }

  async #open(): Promise<VerifierSession> {
    const session = await openVerifierSession(this.#address, {
      name: 'meridian control',
      isBackground: false,
      book: this.#book,
    });
    session.onLost(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }
}
