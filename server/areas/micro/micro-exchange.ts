/**
 * Fast contracts on the dealing writer: takes orders, gives each its signed receipt, and lets the index log open and
 * settle them.
 */
import { ensure } from '../../../contract/assert.ts';
import { INDEX_AGE_MS } from '../../../contract/figures/index-record.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { SECOND_MS, type Clock, type EpochMs } from '../../../contract/time.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { limitsAfter, type LimitChange } from '../../engine/micro/micro-owner.ts';
import type { MicroPlacement } from '../../engine/micro/micro-types.ts';
import { allowedAgainAt, secondsUntil } from '../../kit/limits/window-limit.ts';
import type { Log } from '../../kit/log.ts';
import { Listeners } from '../../kit/process/listeners.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { microPlaced } from './micro-recipes.ts';
import { IdempotencyKeys } from '../../ledger/writer/idempotency-keys.ts';
import type { GuestHost } from '../../ledger/writer/guest.types.ts';
import { keyTermsOf } from './micro-key-terms.ts';
import type { MicroMemory } from './micro-memory.ts';
import { MicroOwners } from './micro-owners.ts';
import { drawToken, signedReceiptOf, type SignText } from './micro-receipts.ts';
import { MicroRounds } from './micro-rounds.ts';
import type {
  IndexPointOf,
  MicroAccount,
  MicroBatch,
  MicroCommandRefusal,
  MicroCommands,
  MicroProduct,
  MicroSnapshot,
  MicroStore,
  MicroView,
  NewMicroRequest,
  OwnLimitsState,
  StoredMicroOrder,
} from './micro.types.ts';

/** Orders of one user. */
const ORDER_RATE = { max: 5, windowMs: 10 * SECOND_MS };
/** Retry delay for callers while fast contracts are overloaded. */
const BUSY_RETRY_S = 1;
const busy = () => refuse('service_unavailable', BUSY_RETRY_S);

interface MicroExchangeParts {
  readonly memory: MicroMemory;
  readonly host: GuestHost;
  readonly snapshot: Pick<MicroSnapshot, 'readAtMs' | 'openOrders' | 'lastOrderId'>;
  /** The index log, which settles orders. */
  readonly index: {
    /** Time of the last point that was read, stored or not; 0 before the first. */
    readonly lastReadMs: EpochMs;
  };
  /** The present products by id, which operators change. */
  readonly products: ReadonlyMap<number, MicroProduct>;
  readonly store: MicroStore;
  readonly sign: SignText;
  /** Code of the stake's currency. */
  readonly currency: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export class MicroExchange implements MicroCommands, MicroView {
  readonly #parts: MicroExchangeParts;
  readonly #keys: IdempotencyKeys;
  readonly #owners: MicroOwners;
  readonly #listeners: Listeners<[batch: MicroBatch]>;
  readonly #rounds: MicroRounds;
  readonly #storing = new OneByOne();
  #nextOrderId: number;
  /** Whether orders differ from the index log, or cannot be settled by it: nothing is accepted until the next start. */
  #isSuspended = false;
  /** The commit of the last accepted order. */
  #placing: Promise<unknown> | null = null;

  constructor(parts: MicroExchangeParts) {
    this.#parts = parts;
    const { memory, host, snapshot, store, clock } = parts;
    this.#listeners = new Listeners(parts.log, 'a listener of fast contracts failed');
    this.#keys = new IdempotencyKeys(store);
    this.#nextOrderId = snapshot.lastOrderId + 1;
    this.#owners = new MicroOwners(store);
    for (const stored of snapshot.openOrders)
      this.#owners.restore(memory.restore(stored), snapshot.readAtMs);
    this.#rounds = new MicroRounds({
      memory,
      host,
      clock,
      onEnded: (order) => this.#owners.get(order.ownerId).settle(order),
    });
  }

  get products(): ReadonlyMap<number, MicroProduct> {
    return this.#parts.products;
  }

  /** Number of committed orders that have not ended. */
  get openCount(): number {
    return this.#parts.memory.accounts.openCount;
  }

  /** Refuses new orders from now on; open orders run to their end. */
  suspend(): void {
    this.#isSuspended = true;
  }

  /** Takes the next stored point of an instrument, and opens and settles what it makes due. */
  takePoint(point: IndexPointOf): void {
    const { memory, host } = this.#parts;
    try {
      memory.takePoint(point);
    } catch (error) {
      // Without this point the orders would end by another result.
      host.fail('a point of the index could not be taken', error);
      return;
    }
    this.#rounds.run();
  }

  /**
   * Resolves when all orders accepted until now are durable; null when they are. The index log waits for it before it
   * reads a point, so that each receipt is given before the opening price of its order exists.
   */
  placed(): Promise<unknown> | null {
    return this.#placing;
  }

  /** Resolves when everything that the points until now make due is durable. */
  async settled(): Promise<void> {
    await this.#rounds.settled();
  }

  /** Must be called when orders of an earlier run are settled, before users place new ones. */
  beginTrading(): void {
    this.#rounds.beginTrading();
  }

  async place(request: NewMicroRequest): Promise<Result<StoredMicroOrder, MicroCommandRefusal>> {
    const { ownerId, idempotencyKey: key, now } = request;
    const { host } = this.#parts;
    if (!host.takesCommands || this.#isSuspended) return busy();
    // Asked again after each wait, because commands that came before may have changed the answer.
    for (let wait = this.#waitOf(ownerId, now); wait !== null; wait = this.#waitOf(ownerId, now))
      await wait;
    const first = this.#keys.find(ownerId, key, now);
    if (first !== undefined) {
      if (first.terms !== keyTermsOf(request)) return refuse('idempotency_key_reused');
      await host.durable();
      return ok(
        ensure(await this.find(ownerId, first.recordId), `fast contract ${first.recordId}`),
      );
    }
    if (!host.takesCommands) return busy();
    if (request.deadline?.hasPassed() === true) return refuse('command_expired');
    const product = this.#parts.products.get(request.productId);
    if (product === undefined) return refuse('micro_product_not_found');
    if (isWorse(product, request)) return refuse('micro_terms_changed');
    const waitS = secondsUntil(
      allowedAgainAt(this.#owners.get(ownerId).acceptedAtMs, ORDER_RATE),
      now,
    );
    if (waitS > 0) return refuse('rate_limited', waitS);
    const placed = this.#accept(request, product);
    // A refusal waits for it too, because it may depend on changes that are not durable yet.
    const durable = host.durable();
    if (placed.ok) this.#placing = durable;
    await durable;
    if (this.#placing === durable) this.#placing = null;
    if (!placed.ok) return placed;
    return ok(ensure(this.#parts.memory.accounts.order(placed.value), 'an accepted order'));
  }

  async findKeyed(ownerId: number, key: string, now: EpochMs): Promise<number | undefined> {
    while (!this.#keys.knows(ownerId)) await this.#keys.load(ownerId, now);
    const first = this.#keys.find(ownerId, key, now);
    if (first === undefined) return undefined;
    await this.#parts.host.durable();
    return first.recordId;
  }

  /** Finds an order of the owner in any state; undefined for another's. */
  async find(ownerId: number, id: number): Promise<StoredMicroOrder | undefined> {
    const { memory, store } = this.#parts;
    // Another owner's order is read from the store too, so that the answer takes as long as for an unknown one.
    const known = memory.accounts.order(id);
    const found = known?.ownerId === ownerId ? known : await store.findOrder(id);
    return found?.ownerId === ownerId ? found : undefined;
  }

  async limits(ownerId: number, now: EpochMs): Promise<OwnLimitsState> {
    await this.#owners.load(ownerId, now);
    const owner = this.#owners.get(ownerId);
    return { limits: owner.limits, lossOfDay: owner.lossAt(now) };
  }

  async setLimits(ownerId: number, change: LimitChange, now: EpochMs) {
    if (!this.#parts.host.takesCommands) return busy();
    await this.#owners.load(ownerId, now);
    const owner = this.#owners.get(ownerId);
    // Stricter limits count before they are stored; looser ones take 24 hours anyway.
    owner.limits = limitsAfter(owner.limits, change, now);
    // Stores limits in sequence, so that the newest is stored last.
    await this.#storing.run(ownerId, () =>
      this.#parts.store.storeLimits(ownerId, owner.limits, now),
    );
    return ok({ limits: owner.limits, lossOfDay: owner.lossAt(now) });
  }

  async loadAccount(ownerId: number): Promise<MicroAccount> {
    await this.#parts.host.load(ownerId);
    return ensure(this.account(ownerId), `fast-contract account of ${ownerId}`);
  }

  account(ownerId: number): MicroAccount | undefined {
    return this.#parts.memory.accounts.account(ownerId);
  }

  lastPoint(instrument: string): IndexPointOf | undefined {
    return this.#parts.memory.lastPoint(instrument);
  }

  subscribe(listener: (batch: MicroBatch) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Must be called with each committed batch. @param ordinal of the batch. */
  publish(batch: MicroBatch, ordinal: number): void {
    this.#keys.trim(ordinal);
    this.#listeners.notify(batch);
  }

  #accept(request: NewMicroRequest, product: MicroProduct): Result<number, MicroCommandRefusal> {
    const { memory, host, currency, sign, clock, index } = this.#parts;
    const { ownerId, requestId, idempotencyKey } = request;
    const last = memory.lastPoint(product.instrument);
    // Points may have been read since the time of the request, and none of them may open the order.
    const asked = clock.now();
    // A clock that was set back stops the log, and an order would wait until its time is new.
    if (index.lastReadMs - asked > INDEX_AGE_MS) return refuse('price_stale');
    return host.change(asked, ({ now, book, available }) => {
      const placement = placementOf(request, product, {
        id: this.#nextOrderId,
        // No order is older than a point that was read, also when the clock has been set back since.
        acceptedAtMs: Math.max(now, index.lastReadMs),
      });
      const funds = {
        available: available(ownerId, ACCOUNT_TYPES.fast_contract),
        pool: available(OWNERS.house, HOUSE_ACCOUNTS.microPool),
      };
      const owner = this.#owners.get(ownerId);
      const refusal = memory.core.refusalOf(placement, product, { funds, owner });
      if (refusal !== null) return refuse(refusal);
      const token = drawToken();
      const point = ensure(last, 'the point of a live index');
      const signed = signedReceiptOf(placement, { token, currency, last: point }, sign);
      const order = memory.place(placement, { ...signed, idempotencyKey, requestId });
      this.#nextOrderId += 1;
      owner.add(order);
      book(microPlaced(order, { currencyId: host.currencyId, requestId }));
      const command = { recordId: order.id, terms: keyTermsOf(request), createdAtMs: now };
      this.#keys.add(ownerId, idempotencyKey, command, host.ordinal);
      return ok(order.id);
    });
  }

  /** Work that an order needs before it can be accepted; null when there is none. */
  #waitOf(ownerId: number, now: EpochMs): Promise<void> | null {
    if (!this.#keys.knows(ownerId)) return this.#keys.load(ownerId, now);
    if (!this.#parts.host.knows(ownerId)) return this.#parts.host.load(ownerId);
    return this.#owners.knows(ownerId) ? null : this.#owners.load(ownerId, now);
  }
}

/** Whether an operator has made a rate worse for the user since the user saw it. */
const isWorse = (
  { profitPpm, lossPpm }: MicroProduct,
  { seen }: Pick<NewMicroRequest, 'seen'>,
): boolean => profitPpm < (seen.profitPpm ?? 0) || lossPpm > (seen.lossPpm ?? Infinity);

const placementOf = (
  { ownerId, direction, stake }: NewMicroRequest,
  product: MicroProduct,
  { id, acceptedAtMs }: Pick<MicroPlacement, 'id' | 'acceptedAtMs'>,
): MicroPlacement => ({
  id,
  ownerId,
  productId: product.id,
  instrument: product.instrument,
  priceScale: product.priceScale,
  direction,
  seconds: product.seconds,
  stake,
  profitPpm: product.profitPpm,
  lossPpm: product.lossPpm,
  acceptedAtMs,
});
