/** Who is signed in on one socket. Tokens are looked up one after the other; what needs to know waits. */
import type { Clock } from '../../../contract/time.ts';
import { TOKENS_WAITING_MAX } from './gateway-limits.ts';
import type { SessionSource, SocketSession } from './sources.ts';

export class SocketSignIn {
  private readonly sessions: SessionSource;
  private readonly clock: Clock;
  private current: SocketSession | null = null;
  private token = '';
  private lookingUp: Promise<void> | null = null;
  private unanswered = 0;

  constructor(sessions: SessionSource, clock: Clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  /** Null when nobody is, or when the session is over. */
  get session(): SocketSession | null {
    return this.current;
  }

  /** Whether the access token has run out. */
  get isOverdue(): boolean {
    return this.current !== null && this.clock.now() >= this.current.accessExpiresAtMs;
  }

  /** Whether as many tokens wait as may. */
  get isFull(): boolean {
    return this.unanswered >= TOKENS_WAITING_MAX;
  }

  /** Whether it is the token of who is signed in: there is nothing to look up. */
  isCurrent(token: string): boolean {
    return token === this.token;
  }

  /** Forgets who was signed in. */
  end(): void {
    this.current = null;
    this.token = '';
  }

  /**
   * Takes the session of `token`; a refused one leaves things as they are.
   * @returns why it is refused, or null.
   */
  async authenticate(token: string): Promise<'unauthorized' | 'session_ended' | null> {
    if (this.isCurrent(token)) return null;
    const found = await this.sessions.authenticate(token, this.clock.now());
    if (!found.ok) return found.error === 'unauthorized' ? 'unauthorized' : 'session_ended';
    this.current = found.value;
    this.token = token;
    return null;
  }

  /** Runs `action` at once or, while a token is being looked up, after that. Rejects when it does. */
  inTurn(action: () => void): Promise<void> {
    if (this.lookingUp !== null) return this.lookingUp.then(action);
    action();
    return Promise.resolve();
  }

  /** Runs `lookUp` after those before it; what comes meanwhile waits for it. Rejects when it does. */
  async whileLookingUp(lookUp: () => Promise<void>): Promise<void> {
    const before = this.lookingUp ?? Promise.resolve();
    const mine = before.then(lookUp);
    this.lookingUp = mine;
    this.unanswered += 1;
    try {
      await mine;
    } finally {
      this.unanswered -= 1;
      if (this.lookingUp === mine) this.lookingUp = null;
    }
  }
}
