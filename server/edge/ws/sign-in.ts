/**
 * The signed-in session of one socket. Tokens are looked up one after the other; actions that need the session wait.
 */
import type { Clock } from '../../../contract/time.ts';
import { TOKENS_WAITING_MAX } from './gateway-limits.ts';
import type { SessionSource, SocketSession } from './sources.ts';

export class SocketSignIn {
  readonly #sessions: SessionSource;
  readonly #clock: Clock;
  #current: SocketSession | null = null;
  #token = '';
  #lookingUp: Promise<void> | null = null;
  #unanswered = 0;

  constructor(sessions: SessionSource, clock: Clock) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /** Null if no user is signed in, or if the session is over. */
  get session(): SocketSession | null {
    return this.#current;
  }

  /** Whether the access token has expired. */
  get isOverdue(): boolean {
    return this.#current !== null && this.#clock.now() >= this.#current.accessExpiresAtMs;
  }

  /** Whether the queue of tokens is full. */
  get isFull(): boolean {
    return this.#unanswered >= TOKENS_WAITING_MAX;
  }

  /** Returns whether it is the token of the present session, which needs no lookup. */
  isCurrent(token: string): boolean {
    return token === this.#token;
  }

  /** Forgets the session. */
  end(): void {
    this.#current = null;
    this.#token = '';
  }

  /**
   * Takes the session of `token`; a rejected token changes nothing.
   * @returns the reason of the rejection, or null.
   */
  async authenticate(token: string): Promise<'unauthorized' | 'session_ended' | null> {
    if (this.isCurrent(token)) return null;
    const found = await this.#sessions.authenticate(token, this.#clock.now());
    if (!found.ok) return found.error === 'unauthorized' ? 'unauthorized' : 'session_ended';
    this.#current = found.value;
    this.#token = token;
    return null;
  }

  /**
   * Runs `action` immediately or, during a token lookup, after it. Rejects if the action throws.
   */
  inTurn(action: () => void): Promise<void> {
    if (this.#lookingUp !== null) return this.#lookingUp.then(action);
    action();
    return Promise.resolve();
  }

  /** Runs `lookUp` after earlier lookups; later actions wait for it. Rejects if it rejects. */
  async whileLookingUp(lookUp: () => Promise<void>): Promise<void> {
    const before = this.#lookingUp ?? Promise.resolve();
    const mine = before.then(lookUp);
    this.#lookingUp = mine;
    this.#unanswered += 1;
    try {
      await mine;
    } finally {
      this.#unanswered -= 1;
      if (this.#lookingUp === mine) this.#lookingUp = null;
    }
  }
}
