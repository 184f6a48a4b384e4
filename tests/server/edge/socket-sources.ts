/** Sources of the socket's channels that a test controls: ads, marks, points of the index, sessions. */
import type { LeverMarkQuote } from '../../../contract/lever/lever.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import { refuse, ok } from '../../../contract/result.ts';
import type { Clock } from '../../../contract/time.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import type {
  FiatAdSource,
  FiatMarketPart,
  IndexSource,
  MarkSource,
  SessionSource,
  SocketSession,
} from '../../../server/edge/ws/sources.ts';

/** Versions of the named parts of the fiat market, such as `buy 1 CNY`. */
export class HandFiatAds implements FiatAdSource {
  readonly versions = new Map<string, number>();

  version({ side, currencyId, fiatCode }: FiatMarketPart) {
    return this.versions.get(`${side} ${currencyId} ${fiatCode}`);
  }
}

/** A live mark. */
export const MARK_QUOTE: LeverMarkQuote = {
  price: '1',
  status: 'trading',
  state: 'live',
  reason: null,
  is_agreed: true,
  apart_ppm: 0,
  changed_at: 1,
  close_only: false,
  time: 1,
};

/** Marks of contract markets, set by the test. */
export class HandMarks implements MarkSource {
  readonly #marks = new Map<number, LeverMarkQuote>();
  readonly #listeners = new Set<(marketId: number, mark: LeverMarkQuote) => void>();

  marks() {
    return this.#marks;
  }

  set(marketId: number, price: string, fields: Partial<LeverMarkQuote> = {}): void {
    const mark = { ...MARK_QUOTE, price, ...fields };
    this.#marks.set(marketId, mark);
    for (const listener of this.#listeners) listener(marketId, mark);
  }

  subscribe(listener: (marketId: number, mark: LeverMarkQuote) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Points of the index of `BTC/USDT`, written by the test. */
export class HandIndex implements IndexSource {
  readonly #points: IndexTickInfo[] = [];
  readonly #listeners = new Set<(instrument: string, point: IndexTickInfo) => void>();

  recent(instrument: string) {
    return instrument === 'BTC/USDT' ? this.#points : undefined;
  }

  write(time: number): void {
    const point = { time, price: String(time), gap: null, head: 'a'.repeat(64) };
    this.#points.push(point);
    for (const listener of this.#listeners) listener('BTC/USDT', point);
  }

  subscribe(listener: (instrument: string, point: IndexTickInfo) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Sessions by token, made by the test. */
export class HandSessions implements SessionSource {
  /** Look-ups wait for this promise. */
  gate: Promise<void> = Promise.resolve();
  lookUps = 0;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, SocketSession>();
  readonly #ended = new Set<string>();
  readonly #listeners = new Set<(sessionId: string) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A token of that user's session. */
  issue(userId: number, sessionId = `session of ${userId}`, validMs = HOUR_MS): string {
    const token = `access-token-of-${userId}-no-${this.#sessions.size + 1}`;
    const accessExpiresAtMs = this.#clock.now() + validMs;
    this.#sessions.set(token, { userId, sessionId, accessExpiresAtMs });
    return token;
  }

  /** Ends a session, as another process or the operator would. */
  end(sessionId: string): void {
    this.#ended.add(sessionId);
  }

  signOut(sessionId: string): void {
    this.end(sessionId);
    for (const listener of this.#listeners) listener(sessionId);
  }

  async authenticate(token: string, now: number) {
    this.lookUps += 1;
    await this.gate;
    const found = this.#sessions.get(token);
    if (found === undefined || found.accessExpiresAtMs <= now) return refuse('unauthorized');
    return this.#ended.has(found.sessionId) ? refuse('session_ended') : ok(found);
  }

  async findLive(sessionIds: readonly string[]) {
    return new Set(sessionIds.filter((id) => !this.#ended.has(id)));
  }

  onSessionEnd(listener: (sessionId: string) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
