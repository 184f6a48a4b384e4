/**
 * The market maker: an ordinary client of the exchange that keeps a ladder of quotes around the
 * reference price of every market. It replaces only quotes that are too far off, because each order is
 * a commit. Quotes that the price has passed are canceled at the next tick.
 */
import { ensure } from '../../../../contract/assert.ts';
import type { OrderSide } from '../../../../contract/spot/spot.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { SECOND_MS, type EpochMs } from '../../../../contract/time.ts';
import { isHouse } from '../../../ledger/chart.ts';
import type { CommittedBatch, SpotMarketRules } from '../../spot/spot.area.ts';
import { chanceFor, type HouseParts } from './house-parts.ts';
import {
  isPassed,
  middleNear,
  planQuotes,
  RUNGS,
  SIDES,
  type LadderView,
  type OpenQuote,
  type Quote,
  type QuotePlan,
} from './ladder.ts';
import { Leftovers, type HouseOwner } from './leftovers.ts';
import { Refusals } from './refusals.ts';
import { leastLots, meanDealLots } from './trading-pace.ts';

/** Operations per second and the most that may be saved up; far fewer without visitors. */
const WATCHED = { operationsPerS: 30, slackMin: 0 };
const ALONE = { operationsPerS: 2, slackMin: 0.005 };
const SAVED_OPERATIONS_MAX = 300;
/** Time constant with which the quoted middle follows the reference. */
const FOLLOW_MS = 8 * SECOND_MS;
/** The pause of a market's side after a refused quote. */
const REFUSED_REST_MS = 60 * SECOND_MS;

interface QuotedMarket {
  readonly id: number;
  readonly dealLots: number;
  readonly chance: () => number;
  /** Quotes by order id, as of the last commit. */
  readonly open: Map<number, OpenQuote>;
  /** The reference, and the middle of the ladder, which follows it smoothly; null while there is none. */
  price: { readonly referenceTicks: number; readonly midTicks: number } | null;
  /** Whether orders are under way; no new plan is made until they are answered. */
  isBusy: boolean;
  readonly restsUntil: Record<OrderSide, EpochMs>;
}

export class MarketMaker {
  readonly #parts: HouseParts;
  readonly #owner: HouseOwner;
  readonly #rungs: number;
  readonly #markets: readonly QuotedMarket[];
  readonly #byId: ReadonlyMap<number, QuotedMarket>;
  readonly #leftovers: Leftovers;
  readonly #refusals: Refusals;
  readonly #endListening: () => void;
  #operationsLeft: number;
  /** The market that took the last operations when they ran short. */
  #lastPlannedId: number | undefined;
  #lastTickAt: EpochMs;

  constructor(parts: HouseParts) {
    this.#parts = parts;
    const { ownerId } = parts.maker;
    this.#owner = { ownerId, requestId: 'market-maker' };
    this.#rungs = rungsOf(ownerId, parts.specs.length);
    this.#markets = parts.specs.map((spec) => ({
      id: spec.id,
      dealLots: meanDealLots(spec),
      chance: chanceFor(parts.seed, 'quotes', spec.id),
      open: new Map(),
      price: null,
      isBusy: false,
      restsUntil: { buy: 0, sell: 0 },
    }));
    this.#byId = new Map(this.#markets.map((market) => [market.id, market]));
    this.#leftovers = new Leftovers(this.#owner, parts);
    this.#refusals = new Refusals('market maker', parts.clock, parts.log);
    // The first ladders are placed immediately.
    this.#operationsLeft = Number.POSITIVE_INFINITY;
    this.#lastTickAt = parts.clock.now();
    this.#endListening = parts.view.subscribe((batch) => this.#follow(batch));
  }

  /** Cancels the open orders of an earlier run; a refused cancel is retried on later ticks. */
  withdrawAll(): Promise<void> {
    return this.#leftovers.withdraw();
  }

  /**
   * Plans every market once, while operations are left. Must be called several times a second. While
   * the ledger is not consistent the quotes stay, because no order can take them. A disabled account has
   * no quotes.
   */
  tick(): void {
    const { clock, audience, view, health, maker } = this.#parts;
    if (!maker.isEnabled) return this.#leaveAll();
    if (!health.isConsistent()) return;
    const now = clock.now();
    const elapsedMs = Math.max(0, now - this.#lastTickAt);
    this.#lastTickAt = now;
    const { operationsPerS, slackMin } = audience.isPresent ? WATCHED : ALONE;
    this.#saveUp(elapsedMs, operationsPerS);
    for (const market of this.#inTurn()) {
      this.#followReference(market, elapsedMs);
      if (market.isBusy || this.#leftovers.has(market.id)) continue;
      const rules = ensure(view.markets.get(market.id), `market ${market.id}`);
      if (market.price === null || rules.status !== 'trading') {
        if (market.open.size > 0 && rules.status !== 'halted') this.#leave(market);
      } else if (this.#operationsLeft > 0) {
        this.#quote(market, rules, { ...market.price, slackMin });
        if (this.#operationsLeft <= 0) this.#lastPlannedId = market.id;
      } else {
        this.#cancelPassed(market, market.price.referenceTicks);
      }
    }
    void this.#leftovers.withdraw();
    if (this.#operationsLeft === Number.POSITIVE_INFINITY) this.#operationsLeft = 0;
  }

  /** Unsubscribes from the exchange; the quotes stay, and the next start cancels them. */
  close(): void {
    this.#endListening();
  }

  #leaveAll(): void {
    for (const market of this.#markets) if (market.open.size > 0) this.#leave(market);
    void this.#leftovers.withdraw();
  }

  /** All markets, the emptiest first; among equals the one after the last that took operations. */
  #inTurn(): readonly QuotedMarket[] {
    const next = this.#markets.findIndex(({ id }) => id === this.#lastPlannedId) + 1;
    const turns = [...this.#markets.slice(next), ...this.#markets.slice(0, next)];
    return turns.toSorted((a, b) => a.open.size - b.open.size);
  }

  #followReference(market: QuotedMarket, elapsedMs: number): void {
    const referenceTicks = this.#parts.reference.priceTicks(market.id);
    if (referenceTicks === null) {
      market.price = null;
      return;
    }
    const before = market.price?.midTicks ?? referenceTicks;
    const smoothed = before + (referenceTicks - before) * (1 - Math.exp(-elapsedMs / FOLLOW_MS));
    market.price = { referenceTicks, midTicks: middleNear(smoothed, referenceTicks) };
  }

  #saveUp(elapsedMs: number, operationsPerS: number): void {
    if (this.#operationsLeft === Number.POSITIVE_INFINITY) return;
    this.#operationsLeft = Math.min(
      SAVED_OPERATIONS_MAX,
      this.#operationsLeft + (elapsedMs / SECOND_MS) * operationsPerS,
    );
  }

  #quote(
    market: QuotedMarket,
    rules: SpotMarketRules,
    {
      referenceTicks,
      midTicks,
      slackMin,
    }: Pick<LadderView, 'referenceTicks' | 'midTicks' | 'slackMin'>,
  ): void {
    const now = this.#parts.clock.now();
    const plan = planQuotes({
      referenceTicks,
      midTicks: Math.round(midTicks),
      rungs: this.#rungs,
      open: [...market.open.values()],
      resting: new Set(SIDES.filter((side) => now < market.restsUntil[side])),
      dealLots: market.dealLots,
      leastLots: (priceTicks) => leastLots(rules, priceTicks),
      slackMin,
      chance: market.chance,
    });
    const operations = plan.cancel.length + plan.place.length;
    if (operations === 0) return;
    this.#operationsLeft -= operations;
    void this.#carryOut(market, plan);
  }

  /** Takes quotes out beyond the allowance: there are at most as many as were placed. */
  #cancelPassed(market: QuotedMarket, referenceTicks: number): void {
    const passed = [...market.open.values()].filter((quote) => isPassed(quote, referenceTicks));
    if (passed.length === 0) return;
    void this.#carryOut(market, { cancel: passed.map(({ orderId }) => orderId), place: [] });
  }

  async #carryOut(market: QuotedMarket, { cancel, place }: QuotePlan): Promise<void> {
    market.isBusy = true;
    // The exchange runs commands in call order: cancels before placements.
    const cancelled = cancel.map((orderId) => this.#cancel(market, orderId));
    const placed = place.map((quote) => this.#place(market, quote));
    await Promise.all([...cancelled, ...placed]);
    market.isBusy = false;
  }

  async #cancel(market: QuotedMarket, orderId: number): Promise<void> {
    const { commands, clock } = this.#parts;
    const result = await commands.cancel({ ...this.#owner, orderId, now: clock.now() });
    const isGone =
      result.ok || result.error === 'order_not_open' || result.error === 'order_not_found';
    if (isGone) market.open.delete(orderId);
  }

  async #place(market: QuotedMarket, quote: Quote): Promise<void> {
    const { commands, clock } = this.#parts;
    const { side, rung, priceTicks, quantityLots } = quote;
    const result = await commands.place({
      ...this.#owner,
      marketId: market.id,
      kind: 'limit',
      side,
      priceTicks,
      quantityLots,
      amount: null,
      idempotencyKey: null,
      now: clock.now(),
    });
    if (!result.ok) return this.#rest(market, side, result.error);
    const { id: orderId, state } = result.value;
    if (state === 'paid') market.open.set(orderId, { orderId, side, rung, priceTicks });
  }

  #rest(market: QuotedMarket, side: OrderSide, error: string): void {
    market.restsUntil[side] = this.#parts.clock.now() + REFUSED_REST_MS;
    this.#refusals.note(market.id, error);
  }

  #leave({ id, open }: QuotedMarket): void {
    open.clear();
    this.#leftovers.add(id);
  }

  /** Drops quotes that have ended. */
  #follow({ orders }: CommittedBatch): void {
    for (const { ownerId, marketId, id, state } of orders) {
      if (ownerId === this.#owner.ownerId && state !== 'paid') {
        this.#byId.get(marketId)?.open.delete(id);
      }
    }
  }
}

/**
 * Returns the quotes on each side of a market. A user has a limit of open orders over all markets, so that
 * many markets get fewer quotes each, rather than the last markets none.
 */
function rungsOf(ownerId: number, markets: number): number {
  if (isHouse(ownerId)) return RUNGS;
  const ofMarket = LIMITS.spot_open_orders_total_max / Math.max(1, markets);
  return Math.max(1, Math.min(RUNGS, Math.floor(ofMarket / SIDES.length)));
}
