/** Tells whoever holds something open for a session that it is over. */
import type { AccessCache } from './access-cache.ts';

export class SessionEnds {
  readonly #accessCache: AccessCache;
  readonly #listeners = new Set<(sessionId: string) => void>();

  constructor(accessCache: AccessCache) {
    this.#accessCache = accessCache;
  }

  /** Calls `listener` after each session that was ended here. @returns what ends it. */
  listen(listener: (sessionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called after the commit that ended one session, before anybody is answered. */
  announceOne(sessionId: string): void {
    this.#accessCache.dropSession(sessionId);
    this.#tell([sessionId]);
  }

  /** The same for sessions of one person; all of their tokens are read again. */
  announce(userId: number, sessionIds: readonly string[]): void {
    this.#accessCache.dropUser(userId);
    this.#tell(sessionIds);
  }

  #tell(sessionIds: readonly string[]): void {
    for (const sessionId of sessionIds) for (const listener of this.#listeners) listener(sessionId);
  }
}
