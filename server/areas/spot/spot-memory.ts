/**
 * The one writer's memory: balances, open orders and order books. Commands change it immediately and
 * collect in a batch; `seal` returns the batch for its commit. It has no stores and no promises.
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { OrderEndReason } from '../../../contract/spot/spot.ts';
import type { MarketStatus } from '../../../contract/market/market.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Fill, MatchingEngine } from '../../engine/engine-types.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { Movement } from '../../ledger/movement.ts';
import { seedGrant, spotDeal, spotOrderEnded, spotOrderPlaced } from '../../ledger/recipes.ts';
import { acceptOrder } from './acceptance.ts';
import type { Acceptance } from './acceptance.ts';
import { SpotBalances } from './balances.ts';
import { settleFill } from './settlement.ts';
import type { WorkingOrder } from './settlement.ts';
import type { LevelChange, SpotDeal, SpotOrder } from './spot-events.ts';
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
import type { PostingId } from './spot-postings.types.ts';
import type {
  PostingEnd,
  SealedBatch,
  SpotMovement,
  SpotSnapshot,
  WrittenPosting,
} from './spot-store.types.ts';
import { StoredOrders } from './stored-orders.ts';
import { isOfHouseAlone, Unposted } from './unposted.ts';
import { fundsOf, newWorkingOrder, paidCurrencyOf } from './working-order.ts';

interface Market {
  rules: SpotMarketRules;
  readonly engine: MatchingEngine;
  /** The number of each owner's open orders in this market. */
  readonly openCounts: Map<number, number>;
}

export interface SpotMemoryParts {
  readonly markets: readonly SpotMarketRules[];
  readonly snapshot: SpotSnapshot;
  readonly reference: ReferencePrices;
  /** Creates the empty order book of a market. */
  createEngine(): MatchingEngine;
}

/** The longest delay of a command on its way to the writer; a larger difference means that the clock was set back. */
const DELAY_MS_MAX = MINUTE_MS;

export class SpotMemory {
  readonly #markets = new Map<number, Market>();
  readonly #rules = new Map<number, SpotMarketRules>();
  readonly #reference: ReferencePrices;
  readonly #balances = new SpotBalances();
  readonly #open = new Map<number, WorkingOrder>();
  /** The number of each owner's open orders over all markets. */
  readonly #openCounts = new Map<number, number>();
  readonly #unposted: Unposted;
  readonly #storedOrders = new StoredOrders();
  #isWhole = true;
  #nextOrderId: number;
  #nextDealId: number;
  /** Time of the last order or cancellation. */
  #lastMs: EpochMs = 0;
  // The content of the batch that collects commands.
  #firstOrderId: number;
  #firstMovement: number;
  #movements: SpotMovement[] = [];
  #postings: PostingEnd[] = [];
  #deals: SpotDeal[] = [];
  #touchedOrders = new Set<WorkingOrder>();
  #touchedMarkets = new Set<Market>();

  /** @throws AssertionError when the snapshot contradicts itself. */
  constructor({ markets, snapshot, reference, createEngine }: SpotMemoryParts) {
    this.#reference = reference;
    for (const rules of markets) {
      this.#markets.set(rules.id, { rules, engine: createEngine(), openCounts: new Map() });
      this.#rules.set(rules.id, rules);
    }
    this.#unposted = new Unposted(snapshot.unposted);
    for (const balance of snapshot.balances) this.#balances.load(balance);
    for (const order of snapshot.openOrders) this.#restore(order);
    for (const { engine } of this.#markets.values()) engine.takeChangedLevels();
    this.#nextOrderId = this.#firstOrderId = snapshot.lastOrderId + 1;
    this.#nextDealId = snapshot.lastDealId + 1;
    this.#firstMovement = snapshot.lastMovement + 1;
  }

  get rules(): ReadonlyMap<number, SpotMarketRules> {
    return this.#rules;
  }

  /** False for good after a change that broke a rule half way: it must never be committed. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** All levels of the order book, the best first. */
  levels(marketId: number) {
    return this.#market(marketId).engine.depth(Number.MAX_SAFE_INTEGER);
  }

  /** @returns the number of the order. */
  place(command: NewSpotOrder): Result<number, PlaceRefusal> {
    const order = this.#inTime(command);
    const market = this.#markets.get(order.marketId);
    if (market === undefined) return refuse('market_not_found');
    const { rules, engine, openCounts } = market;
    const view = {
      rules,
      engine,
      referenceTicks: this.#reference.priceTicks(rules.id),
      available: this.#balances.available(order.ownerId, paidCurrencyOf(rules, order.side)),
      openOrdersHere: openCounts.get(order.ownerId) ?? 0,
      openOrders: this.#openCounts.get(order.ownerId) ?? 0,
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
    const { ownerId, requestId, now } = this.#inTime(request);
    const order = this.#open.get(orderId);
    if (order === undefined || order.ownerId !== ownerId) return refuse('order_not_found');
    const market = this.#market(order.marketId);
    if (market.rules.status === 'halted') return refuse('market_halted');
    this.#takeOut(order, 'owner', requestId, now);
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
    const ids = market.engine.ordersOf(request.ownerId);
    for (const id of ids) this.cancel(request, id);
    return ok(ids);
  }

  /** @returns the numbers of the orders that were open. */
  closeOrders(request: MarketRequest): Result<readonly number[], 'market_not_found'> {
    const { marketId, requestId, now } = this.#inTime(request);
    if (!this.#markets.has(marketId)) return refuse('market_not_found');
    const orders = [...this.#open.values()].filter((order) => order.marketId === marketId);
    for (const order of orders) this.#takeOut(order, 'operator', requestId, now);
    return ok(orders.map(({ id }) => id));
  }

  /** Credits units that the exchange holds for the owner from now on. */
  grant({ ownerId, requestId, now, currencyId, amount }: SpotGrant): void {
    assert(amount < AMOUNT_END, 'a grant has at most 33 digits');
    const amounts = [{ currencyId, amount }];
    const movement = seedGrant({ causeId: 'grant', requestId, ownerId, amounts });
    this.#change(() => this.#book(movement, now));
  }

  /** Books a stored movement, or refuses it when it would overdraw a spot balance. */
  bookPosting(
    { id, movement }: WrittenPosting,
    now: EpochMs,
  ): Result<null, 'insufficient_balance'> {
    if (!this.#balances.covers(movement.entries)) {
      this.refusePosting(id, now);
      return refuse('insufficient_balance');
    }
    const number = this.#firstMovement + this.#movements.length;
    this.#change(() => this.#book(movement, now));
    this.#postings.push({ id, number, refusedAtMs: null });
    return ok(null);
  }

  refusePosting(id: PostingId, now: EpochMs): void {
    this.#postings.push({ id, number: null, refusedAtMs: now });
  }

  /** Applies to later commands. */
  setStatus(marketId: number, status: MarketStatus): void {
    const market = this.#market(marketId);
    market.rules = { ...market.rules, status };
    this.#rules.set(marketId, market.rules);
  }

  /** Returns the changes since the last call. */
  seal(): SealedBatch {
    const { opened, changed, passed, balances } = this.#balances.takeChanges();
    const orders = [...this.#touchedOrders]
      .toSorted((a, b) => a.id - b.id)
      .map((order) => ({ ...order }));
    const batch: SealedBatch = {
      firstMovement: this.#firstMovement,
      movements: this.#movements,
      openedAccounts: opened,
      changedAccounts: changed,
      passedAccounts: passed,
      unposted: this.#unposted.takeChanges(),
      lastOrderId: this.#nextOrderId - 1,
      ...this.#storedOrders.rowsOf(orders, this.#firstOrderId),
      postings: this.#postings,
      committed: { deals: this.#deals, orders, balances, levels: this.#takeLevels() },
    };
    this.#firstOrderId = this.#nextOrderId;
    this.#firstMovement += this.#movements.length;
    this.#movements = [];
    this.#postings = [];
    this.#deals = [];
    this.#touchedOrders = new Set();
    return batch;
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

  #restore(order: SpotOrder): void {
    const { id, ownerId, side, priceTicks, quantityLots, executedLots } = order;
    assert(priceTicks !== null && quantityLots !== null, 'an open order is a limit order');
    const rest = { kind: 'limit', id, ownerId, side, priceTicks } as const;
    const { engine } = this.#market(order.marketId);
    engine.restore({ ...rest, quantityLots: quantityLots - executedLots });
    this.#storedOrders.load(order);
    this.#addOpen({ ...order });
  }

  #execute(market: Market, order: NewSpotOrder, { incoming, reserve }: Acceptance): number {
    const { rules, engine } = market;
    const { requestId, now } = order;
    const working = newWorkingOrder(order, incoming.id, rules);
    this.#nextOrderId += 1;
    this.#touchedOrders.add(working);
    this.#touchedMarkets.add(market);
    if (reserve > 0n) {
      working.reserved = reserve;
      this.#book(spotOrderPlaced(fundsOf(working, rules, requestId)), now);
    }
    const { fills, restingLots, expired } = engine.place(incoming);
    for (const fill of fills) this.#settle(market, working, fill, order);
    if (expired !== null) this.#end(working, expired, requestId, now);
    else if (restingLots > 0) this.#addOpen(working);
    else this.#finish(working, order);
    return working.id;
  }

  #settle(market: Market, taker: WorkingOrder, fill: Fill, { requestId, now }: NewSpotOrder): void {
    const maker = ensure(this.#open.get(fill.makerOrderId), 'the resting order of a fill');
    const { funds, takerFee, makerFee } = settleFill(market.rules, taker, maker, fill);
    const id = this.#nextDealId++;
    const { priceTicks, quantityLots } = fill;
    this.#book(spotDeal({ ...funds, dealId: id, requestId }), now);
    this.#deals.push({
      id,
      marketId: market.rules.id,
      priceTicks,
      quantityLots,
      takerFee,
      makerFee,
      takerSide: taker.side,
      takerOrderId: taker.id,
      makerOrderId: maker.id,
      takerOwnerId: taker.ownerId,
      makerOwnerId: maker.ownerId,
      atMs: now,
    });
    this.#storedOrders.meet(taker, maker);
    maker.updatedAtMs = now;
    this.#touchedOrders.add(maker);
    if (maker.state === 'executed') this.#dropOpen(maker);
  }

  /** Ends the order and returns the rest of its frozen amount to the available balance. */
  #finish(order: WorkingOrder, { requestId, now }: Pick<OrderRequest, 'requestId' | 'now'>): void {
    order.state = 'executed';
    // The last fill ends an order by quantity; an order by amount ends because its rest buys no further
    // lot.
    if (order.quantityLots === null) order.revision += 1;
    this.#release(order, requestId, now);
  }

  /** Ends an order that rests in its order book. */
  #takeOut(order: WorkingOrder, reason: OrderEndReason, requestId: string, now: EpochMs): void {
    const market = this.#market(order.marketId);
    this.#change(() => {
      const lots = market.engine.cancel(order.id);
      assert(lots > 0, 'an open order rests in the book');
      this.#touchedMarkets.add(market);
      this.#end(order, reason, requestId, now);
    });
  }

  #addOpen(order: WorkingOrder): void {
    this.#open.set(order.id, order);
    this.#countOpen(order, 1);
  }

  /** Does nothing for an order that never rested. */
  #dropOpen(order: WorkingOrder): void {
    if (this.#open.delete(order.id)) this.#countOpen(order, -1);
  }

  #countOpen({ ownerId, marketId }: WorkingOrder, change: 1 | -1): void {
    for (const counts of [this.#openCounts, this.#market(marketId).openCounts]) {
      const count = (counts.get(ownerId) ?? 0) + change;
      if (count > 0) counts.set(ownerId, count);
      else counts.delete(ownerId);
    }
  }

  #end(order: WorkingOrder, reason: OrderEndReason, requestId: string, now: EpochMs): void {
    order.state = 'cancelled';
    order.endReason = reason;
    order.revision += 1;
    order.updatedAtMs = now;
    this.#dropOpen(order);
    this.#touchedOrders.add(order);
    this.#release(order, requestId, now);
  }

  #release(order: WorkingOrder, requestId: string, now: EpochMs): void {
    if (order.reserved === 0n) return;
    const { rules } = this.#market(order.marketId);
    const movement = spotOrderEnded(fundsOf(order, rules, requestId));
    order.reserved = 0n;
    this.#book(movement, now);
  }

  #book(movement: Movement, atMs: EpochMs): void {
    for (const entry of movement.entries) this.#balances.apply(entry);
    if (!isOfHouseAlone(movement)) return void this.#movements.push({ ...movement, atMs });
    this.#unposted.add(movement.entries);
    // The accounts changed when each amount was added to the sums.
    const due = this.#unposted.takeDue(this.#nextDealId - 1, atMs);
    if (due !== null) this.#movements.push({ ...due, atMs });
  }

  #takeLevels(): ReadonlyMap<number, readonly LevelChange[]> {
    const levels = new Map<number, readonly LevelChange[]>();
    for (const { rules, engine } of this.#touchedMarkets) {
      const changes = engine.takeChangedLevels();
      if (changes.length === 0) continue;
      levels.set(
        rules.id,
        changes.map(({ side, level }) => ({ side, ...level })),
      );
    }
    this.#touchedMarkets.clear();
    return levels;
  }

  #market(id: number): Market {
    return ensure(this.#markets.get(id), `market ${id}`);
  }
}
