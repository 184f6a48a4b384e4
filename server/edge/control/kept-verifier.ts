/** Verifications, one after the other, over one connection. */
import type { DatabaseAddress } from '../../kit/db/database.ts';
import { openVerifierSession } from '../../ledger/verify-session.repo.ts';
import type { Pass, VerifierSession } from '../../ledger/verify-session.repo.ts';

/** Most of a verification of small books is the connection, and what it must learn about the tables. */
export class KeptVerifier {
  readonly #address: DatabaseAddress;
  #session: VerifierSession | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Connects when it is first asked. */
  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  /** Looks at everything again. @throws Error when the database cannot be reached; the next one connects again. */
  verify(): Promise<Pass> {
    return this.#afterOthers((session) => session.verifyAll());
  }

  /** Looks at what has changed since the last one. @throws as `verify`. */
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
    });
    session.onLost(() => {
      if (this.#session === session) this.#session = undefined;
    });
    return session;
  }
}
