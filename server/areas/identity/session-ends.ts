/** Notifies holders of open connections that a session is over. */
import type { AccessCache } from './access-cache.ts';

export class SessionEnds {
  readonly #accessCache: AccessCache;
  readonly #listeners = new Set<(sessionId: string) => void>();

  constructor(accessCache: AccessCache) {
    this.#accessCache = accessCache;
  }

  /** Calls `listener` after this server has ended a session. @returns a function that unsubscribes. */
  listen(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Must be called after the commit that ended one session, before the answer. */
  announceOne(sessionId: string): void {
    this.#accessCache.dropSession(sessionId);
    this.#notify([sessionId]);
  }

  /** Like {@link announceOne}, for sessions of one user; all of their tokens are read again. */
  announce(userId: number, sessionIds: readonly string[]): void {
    this.#accessCache.dropUser(userId);
    this.#notify(sessionIds);
  }

  #notify(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) for (const listener of this.#listeners) listener(sessionId);
  }
}
