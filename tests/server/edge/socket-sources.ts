/** Sources of the order-book and private channels that a test controls: commits, tokens, sessions. */
import type { LeverMarkQuote } from '../../../contract/lever/lever.ts';
import type { IndexTickInfo } from '../../../contract/micro/index/price-index.ts';
import { refuse, ok } from '../../../contract/result.ts';
import type { Clock } from '../../../contract/time.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { DepthBoard } from '../../../server/areas/market/depth-board.ts';
import { CommittedView } from '../../../server/areas/spot/committed-view.ts';
import type {
  CommittedBatch,
  SpotListener,
  SpotOrder,
} from '../../../server/areas/spot/spot-events.ts';
import { SpotWire, type SpotMarketRules } from '../../../server/areas/spot/spot.area.ts';
import type {
  FiatAdSource,
  FiatMarketPart,
  IndexSource,
  MarkSource,
  SessionSource,
  SocketSession,
} from '../../../server/edge/ws/sources.ts';
import { createSpotUsers } from '../../../server/edge/ws/spot-users.ts';

const RULES: SpotMarketRules = {
  id: 1,
  baseCurrencyId: 2,
  quoteCurrencyId: 1,
  baseScale: 18,
  quoteScale: 18,
  priceScale: 2,
  quantityScale: 3,
  minNotional: 0n,
  priceBandPpm: 100_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  status: 'trading',
  lotUnits: 10n ** 15n,
  tickLotUnits: 10n ** 13n,
};
const CODES = ['USDT', 'BTC', 'ETH'];

/** Two markets, 1 and 2, with commits made by hand. */
export function createHandExchange() {
  const markets = new Map([
    [1, RULES],
    [2, { ...RULES, id: 2, baseCurrencyId: 3 }],
  ]);
  const view = new CommittedView();
  const listeners = new Set<SpotListener>();
  const reads = { openOrders: 0 };
  const exchange = {
    markets,
    depth: (id: number) => view.depth(id),
    openOrders: (ownerId: number) => {
      reads.openOrders += 1;
      return view.openOrders(ownerId);
    },
    balances: (ownerId: number) => view.balances(ownerId),
    hasBalances: (ownerId: number) => view.knows(ownerId),
    loadBalances: async (ownerId: number) => {
      view.loadBalances(ownerId, []);
      return view.balances(ownerId);
    },
    subscribe: (listener: SpotListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const currencies = {
    byId: (id: number) => ({ id, code: CODES[id - 1] ?? '', name: '', scale: 18 }),
  };
  const depth = new DepthBoard(exchange);
  const wire = new SpotWire(markets, currencies);
  return {
    /** Number of reads of a user's records. */
    reads,
    depth,
    users: createSpotUsers(exchange, wire),
    /** Makes a batch durable and notifies all subscribers. */
    commit(batch: Partial<CommittedBatch>): void {
      const whole = { deals: [], orders: [], balances: [], levels: new Map(), ...batch };
      for (const { ownerId } of whole.balances) view.loadBalances(ownerId, []);
      view.apply(whole);
      for (const listener of listeners) listener(whole);
    },
  };
}

/** A resting buy of 1.5 at 100.00 in market 1, with the changes of the test. */
export const orderOf = (
  ownerId: number,
  id: number,
  fields: Partial<SpotOrder> = {},
): SpotOrder => ({
  id,
  ownerId,
  marketId: 1,
  side: 'buy',
  kind: 'limit',
  priceTicks: 10_000,
  quantityLots: 1_500,
  amount: null,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
  executedLots: 0,
  executedAmount: 0n,
  fee: 0n,
  reserved: 150n * 10n ** 18n,
  state: 'paid',
  endReason: null,
  revision: 1,
  idempotencyKey: null,
  requestId: 'r',
  createdAtMs: 1,
  updatedAtMs: 1,
  ...fields,
});

/** Versions of the named parts of the fiat market, such as `buy 1 CNY`. */
export class HandFiatAds implements FiatAdSource {
  readonly versions = new Map<string, number>();

  version({ side, currencyId, fiatCode }: FiatMarketPart) {
    return this.versions.get(`${side} ${currencyId} ${fiatCode}`);
  }
}

/** Marks of contract markets, set by the test. */
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
