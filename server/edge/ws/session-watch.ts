/** Finds the sockets whose session is over: immediately when this process ended it, otherwise within about two seconds. */
import type { Log } from '../../kit/log.ts';
import type { Connection } from './connection.ts';
import { SESSION_CHECK_INTERVAL_MS, SWEEP_INTERVAL_MS } from './gateway-limits.ts';
import type { SessionSource } from './sources.ts';

interface SessionWatchOptions {
  readonly sessions: SessionSource;
  readonly connections: Iterable<Connection>;
  readonly log: Pick<Log, 'error'>;
  onEnded(connection: Connection): void;
}

const SWEEPS_PER_CHECK = SESSION_CHECK_INTERVAL_MS / SWEEP_INTERVAL_MS;

export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #endListening: () => void;
  #sweeps = 0;
  #isChecking = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
    this.#endListening = options.sessions.onSessionEnd((sessionId) =>
      this.#endWhere((connection) => connection.signIn.session?.sessionId === sessionId),
    );
  }

  /** Must be called every {@link SWEEP_INTERVAL_MS}. */
  sweep(): void {
    this.#endWhere((connection) => connection.signIn.isOverdue);
    this.#sweeps += 1;
    if (this.#isChecking || this.#sweeps % SWEEPS_PER_CHECK !== 0) return;
    this.#isChecking = true;
    this.#check()
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'session check failed'))
      .finally(() => (this.#isChecking = false));
  }

  close(): void {
    this.#endListening();
  }

  /** Looks all sessions up with one query. */
  async #check(): Promise<void> {
    const asked = new Set<string>();
    for (const { signIn } of this.#options.connections)
      if (signIn.session !== null) asked.add(signIn.session.sessionId);
    if (asked.size === 0) return;
    const live = await this.#options.sessions.findLive([...asked]);
    this.#endWhere(({ signIn: { session } }) => {
      // A user who signed in during the query was not part of it.
      return session !== null && asked.has(session.sessionId) && !live.has(session.sessionId);
    });
  }

  #endWhere(isOver: (connection: Connection) => boolean): void {
    for (const connection of this.#options.connections)
      if (isOver(connection)) this.#options.onEnded(connection);
  }
}
