/**
 * The one writer's memory: balances, open orders and order books. Commands change it immediately and
 * collect in a batch; `seal` returns the batch for its commit. It has no stores and no promises.
 *
 * A command with many rows changes memory in steps (`work`), so that no turn of the event loop and no
 * batch holds all of them. Its market takes no other command before the last step. See docs/adr/0020.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { OrderEndReason } from '../../../contract/spot/spot.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Fill, PlaceOutcome, SteppedEngine } from '../../engine/engine-types.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { seedGrant } from '../../ledger/recipes.ts';
import { MOVEMENTS } from './spot-recipes.ts';
import type { OwnedBalances } from '../../ledger/writer/owned-balances.ts';
import type { PostingId, WrittenPosting } from '../../ledger/writer/postings.types.ts';
import { acceptOrder } from './acceptance.ts';
import type { Acceptance } from './acceptance.ts';
import { FillingBatch } from './filling-batch.ts';
import { worstPriceOf } from './market-rules.ts';
import { OpenOrders } from './open-orders.ts';
import { dealOf, settleFill } from './settlement.ts';
import type { WorkingOrder } from './settlement.ts';
import type { SpotOrder } from './spot-events.ts';
import type {
  CancelRefusal,
  MarketRequest,
  NewSpotOrder,
  OrderRequest,
  PlaceRefusal,
  ReferencePrices,
  SpotGrant,
  SpotMarketRules,
} from './spot-exchange.types.ts';
import type { SealedBatch, SpotSnapshot } from './spot-store.types.ts';
import {
  fundsOf,
  isCrossing,
  marketRestOf,
  newWorkingOrder,
  paidCurrencyOf,
  restOf,
} from './working-order.ts';

/** Caller of the movements that follow. */
type Asked = Pick<OrderRequest, 'requestId' | 'now'>;

interface Market {
  rules: SpotMarketRules;
  readonly engine: SteppedEngine;
  /** The next step of a command with many rows. @returns whether it was the last one. Null when there is none. */
  work: ((now: EpochMs) => boolean) | null;
}

interface SpotMemoryParts {
  readonly markets: readonly SpotMarketRules[];
  readonly snapshot: SpotSnapshot;
  readonly reference: ReferencePrices;
  /** Creates the empty order book of a market. */
  createEngine(): SteppedEngine;
}

/** The longest delay of a command on its way to the writer; a larger difference means that the clock was set back. */
const DELAY_MS_MAX = MINUTE_MS;
/** Trades of one step: about 5 ms of work with everything that follows from them. */
const FILLS_OF_STEP_MAX = 128;
/** Orders that one step ends. */
const ENDS_OF_STEP_MAX = 256;

export class SpotMemory {
  readonly #markets = new Map<number, Market>();
  readonly #rules = new Map<number, SpotMarketRules>();
  readonly #reference: ReferencePrices;
  readonly #open = new OpenOrders();
  readonly #batch: FillingBatch;
  #isWhole = true;
  #nextOrderId: number;
  /** Time of the last order or cancellation. */
  #lastMs: EpochMs = 0;

  /** @throws AssertionError when the snapshot contradicts itself. */
  constructor({ markets, snapshot, reference, createEngine }: SpotMemoryParts) {
    this.#reference = reference;
    for (const rules of markets) this.addMarket(rules, createEngine());
    this.#batch = new FillingBatch(snapshot);
    for (const [ownerId, own] of snapshot.balances) this.balances.load(ownerId, own);
    for (const order of snapshot.openOrders) this.#restore(order);
    for (const { engine } of this.#markets.values()) engine.takeChangedLevels();
    this.#nextOrderId = snapshot.lastOrderId + 1;
  }

  get rules(): ReadonlyMap<number, SpotMarketRules> {
    return this.#rules;
  }

  /** False for good after a change that broke a rule half way: it must never be committed. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Number of rows of the batch that collects commands. */
  get rows(): number {
    return this.#batch.rows;
  }

  /** Markets with a command that has further steps. */
  get busyMarkets(): readonly number[] {
    return [...this.#markets].flatMap(([id, { work }]) => (work === null ? [] : [id]));
  }

  /** All levels of the order book, the best first. */
  levels(marketId: number) {
    return this.#market(marketId).engine.depth(Number.MAX_SAFE_INTEGER);
  }

  /** Spot balances. The owner of a command, and of each account of a posting, must be loaded before. */
  get balances(): OwnedBalances {
    return this.#batch.balances;
  }

  /** Whether the market has a command with further steps; no other command of the market may come before them. */
  isBusy(marketId: number): boolean {
    return (this.#markets.get(marketId)?.work ?? null) !== null;
  }

  /** Whether a market that trades has no reference price, without which the rest of an order ends. */
  lacksReference(marketId: number): boolean {
    const { status } = this.#market(marketId).rules;
    return status === 'trading' && this.#reference.priceTicks(marketId) === null;
  }

  /** Performs the next step of a busy market. @param now its own time, because steps take a while. */
  work(marketId: number, now: EpochMs): void {
    const market = this.#market(marketId);
    const { work } = market;
    assert(work !== null, 'a market with further steps');
    if (this.#change(() => work(now))) market.work = null;
  }

  /** The market of an open order. */
  marketOf(orderId: number): number | undefined {
    return this.#open.get(orderId)?.marketId;
  }

  /** @returns the number of the order. */
  place(command: NewSpotOrder): Result<number, PlaceRefusal> {
    const order = this.#inTime(command);
    const market = this.#markets.get(order.marketId);
    if (market === undefined) return refuse('market_not_found');
    const { rules, engine } = market;
    const currencyId = paidCurrencyOf(rules, order.side);
    const view = {
      rules,
      engine,
      referenceTicks: this.#reference.priceTicks(rules.id),
      available: this.#batch.balances.available(order.ownerId, ACCOUNT_TYPES.spot, currencyId),
      openOrdersHere: this.#open.countOf(order.ownerId, rules.id),
      openOrders: this.#open.countOf(order.ownerId),
    };
    const accepted = acceptOrder(view, this.#nextOrderId, order);
    if (!accepted.ok) return accepted;
    return ok(this.#change(() => this.#execute(market, order, accepted.value)));
  }

  /** @returns the number of the order; also rejects an ended order with `order_not_found`. */
  cancel(
    request: OrderRequest,
    orderId: number,
  ): Result<number, Exclude<CancelRefusal, 'order_not_open'>> {
    const { ownerId, ...asked } = this.#inTime(request);
    const order = this.#open.get(orderId);
    if (order === undefined || order.ownerId !== ownerId) return refuse('order_not_found');
    const market = this.#market(order.marketId);
    if (market.rules.status === 'halted') return refuse('market_halted');
    this.#takeOut(market, [order], 'owner', asked);
    return ok(orderId);
  }

  /** @returns the numbers of the orders that were open. */
  cancelAll(
    request: OrderRequest,
    marketId: number,
  ): Result<readonly number[], 'market_not_found' | 'market_halted'> {
    const market = this.#markets.get(marketId);
    if (market === undefined) return refuse('market_not_found');
    if (market.rules.status === 'halted') return refuse('market_halted');
    const { ownerId, ...asked } = this.#inTime(request);
    const ids = market.engine.ordersOf(ownerId);
    const orders = ids.map((id) => ensure(this.#open.get(id), 'an order of the book'));
    this.#takeOut(market, orders, 'owner', asked);
    return ok(ids);
  }

  /** @returns the numbers of the orders that were open. */
  closeOrders(request: MarketRequest): Result<readonly number[], 'market_not_found'> {
    const { marketId, ...asked } = this.#inTime(request);
    const market = this.#markets.get(marketId);
    if (market === undefined) return refuse('market_not_found');
    const orders = this.#open.ofMarket(marketId);
    this.#takeOut(market, orders, 'operator', asked);
    return ok(orders.map(({ id }) => id));
  }

  /** Credits units that the exchange holds for the owner from now on. */
  grant({ ownerId, requestId, now, currencyId, amount }: SpotGrant): void {
    assert(amount < AMOUNT_END, 'a grant has at most 33 digits');
    const amounts = [{ currencyId, amount }];
    const movement = seedGrant({ causeId: 'grant', requestId, ownerId, amounts });
    this.#change(() => this.#batch.book(movement, now));
  }

  /** Books a stored movement, or refuses it when it would overdraw a spot balance. */
  bookPosting(
    { id, movement }: WrittenPosting,
    now: EpochMs,
  ): Result<null, 'insufficient_balance'> {
    if (!this.#batch.balances.covers(movement.entries)) {
      this.refusePosting(id, now);
      return refuse('insufficient_balance');
    }
    this.#change(() => this.#batch.bookPosting(id, movement, now));
    return ok(null);
  }

  refusePosting(id: PostingId, now: EpochMs): void {
    this.#batch.refusePosting(id, now);
  }

  /** Adds a market with its empty order book. */
  addMarket(rules: SpotMarketRules, engine: SteppedEngine): void {
    this.#markets.set(rules.id, { rules, engine, work: null });
    this.#rules.set(rules.id, rules);
  }

  /** Applies to later commands. */
  setStatus(marketId: number, status: MarketStatus): void {
    const market = this.#market(marketId);
    market.rules = { ...market.rules, status };
    this.#rules.set(marketId, market.rules);
  }

  /** Returns the changes since the last call. */
  seal(): SealedBatch {
    return this.#batch.seal(this.#nextOrderId - 1);
  }

  /**
   * Raises the time of a delayed command to the time of the last one, because commands apply in their
   * order of arrival.
   */
  #inTime<T extends { readonly now: EpochMs }>(command: T): T {
    const behindMs = this.#lastMs - command.now;
    if (behindMs > 0 && behindMs <= DELAY_MS_MAX) return { ...command, now: this.#lastMs };
    this.#lastMs = command.now;
    return command;
  }

  #change<T>(change: () => T): T {
    this.#isWhole = false;
    const result = change();
    this.#isWhole = true;
    return result;
  }

  #restore(stored: SpotOrder): void {
    const order = { ...stored };
    const market = this.#market(order.marketId);
    this.#open.add(order);
    const rest = restOf(order);
    const best = market.engine.bestPrice(order.side === 'buy' ? 'sell' : 'buy');
    assert(market.work === null, 'only the last order of a market was not matched to its end');
    if (rest !== null && !isCrossing(rest, best)) market.engine.restore(rest);
    else
      // Its match was not finished by an earlier server.
      market.work = this.#steps(market, order, order.requestId, (worstTicks) => {
        const incoming = rest ?? marketRestOf(order, market.rules, worstTicks);
        return market.engine.begin(incoming, FILLS_OF_STEP_MAX, worstTicks);
      });
  }

  #execute(market: Market, order: NewSpotOrder, { incoming, reserve }: Acceptance): number {
    const { rules, engine } = market;
    const working = newWorkingOrder(order, incoming.id, rules);
    this.#nextOrderId += 1;
    this.#batch.touchOrder(working);
    if (reserve > 0n) {
      working.reserved = reserve;
      const funds = fundsOf(working, rules, order.requestId);
      this.#batch.book(MOVEMENTS.freezeReserve(funds), order.now);
    }
    this.#take(market, working, engine.begin(incoming, FILLS_OF_STEP_MAX), order);
    return working.id;
  }

  /** Books the fills of the order in one step, then its end, or its further steps. */
  #take(market: Market, order: WorkingOrder, outcome: PlaceOutcome, asked: Asked): void {
    const { fills, restingLots, expired } = outcome;
    this.#batch.touchBook(market);
    for (const fill of fills) this.#settle(market, order, fill, asked);
    if (market.engine.isPaused) {
      this.#open.add(order);
      market.work = this.#steps(market, order, asked.requestId, (worstTicks) =>
        market.engine.continueOrder(FILLS_OF_STEP_MAX, worstTicks),
      );
    } else if (expired !== null) this.#end(order, expired, asked);
    else if (restingLots > 0) this.#open.add(order);
    else this.#finish(order, asked);
  }

  /** Returns the further steps of an order. Each obeys the status and the band of its own moment. */
  #steps(
    market: Market,
    order: WorkingOrder,
    requestId: string,
    match: (worstTicks: number) => PlaceOutcome,
  ): Market['work'] {
    const { engine } = market;
    return (now) => {
      const { rules } = market;
      // The time is not before its own last trade, and orders of other markets may have come since then.
      const asked = this.#inTime({ requestId, now: Math.max(now, order.updatedAtMs) });
      const referenceTicks = this.#reference.priceTicks(rules.id);
      if (rules.status === 'trading' && referenceTicks !== null) {
        this.#take(market, order, match(worstPriceOf(rules, referenceTicks, order.side)), asked);
        return !engine.isPaused;
      }
      if (engine.isPaused) engine.abandonOrder();
      this.#end(order, rules.status === 'trading' ? 'price_band' : 'operator', asked);
      return true;
    };
  }

  #settle(market: Market, taker: WorkingOrder, fill: Fill, { requestId, now }: Asked): void {
    const maker = ensure(this.#open.get(fill.makerOrderId), 'the resting order of a fill');
    const settlement = settleFill(market.rules, taker, maker, fill);
    const id = this.#batch.takeDealId();
    this.#batch.book(MOVEMENTS.settleDeal({ ...settlement.funds, dealId: id, requestId }), now);
    this.#batch.addDeal(dealOf({ id, taker, maker, fill, settlement, atMs: now }), taker, maker);
    taker.updatedAtMs = now;
    maker.updatedAtMs = now;
    if (maker.state === 'executed') this.#open.drop(maker);
  }

  /** Ends the order and returns the rest of its frozen amount to the available balance. */
  #finish(order: WorkingOrder, asked: Asked): void {
    order.state = 'executed';
    // The last fill ends an order by quantity; an order by amount ends because its rest buys no further
    // lot.
    if (order.quantityLots === null) order.revision += 1;
    this.#close(order, asked);
  }

  /** Ends orders that rest in the order book. */
  #takeOut(
    market: Market,
    orders: readonly WorkingOrder[],
    reason: OrderEndReason,
    asked: Asked,
  ): void {
    let done = 0;
    const step = (now: EpochMs): boolean => {
      const inTime = this.#inTime({ ...asked, now: Math.max(now, asked.now) });
      for (const order of orders.slice(done, done + ENDS_OF_STEP_MAX)) {
        const lots = market.engine.cancel(order.id);
        assert(lots > 0, 'an open order rests in the book');
        this.#end(order, reason, inTime);
      }
      this.#batch.touchBook(market);
      done += ENDS_OF_STEP_MAX;
      return done >= orders.length;
    };
    if (orders.length > 0 && !this.#change(() => step(asked.now))) market.work = step;
  }

  #end(order: WorkingOrder, reason: OrderEndReason, asked: Asked): void {
    order.state = 'cancelled';
    order.endReason = reason;
    order.revision += 1;
    order.updatedAtMs = asked.now;
    this.#close(order, asked);
  }

  #close(order: WorkingOrder, { requestId, now }: Asked): void {
    this.#open.drop(order);
    this.#batch.touchOrder(order);
    if (order.reserved === 0n) return;
    const { rules } = this.#market(order.marketId);
    this.#batch.book(MOVEMENTS.releaseReserve(fundsOf(order, rules, requestId)), now);
    order.reserved = 0n;
  }

  #market(id: number): Market {
    return ensure(this.#markets.get(id), `market ${id}`);
  }
}
