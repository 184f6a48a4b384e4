/** Changes by operators in contract trading: terms, funds of the exchange, single orders, and the end of markets. */
import { ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import { TAKEN_OVER } from './dealing-writer.ts';
import type { DealingWriter } from './dealing-writer.ts';
import type {
  LeverCommandRefusal,
  LeverDeskCommands,
  LeverMarketRules,
} from './lever-exchange.types.ts';
import { endAnnouncement } from './lever-notices.ts';
import type { MarkRounds } from './mark-rounds.ts';

/** Interval at which ended markets are looked for, because the look reads all open orders. */
const LOOK_EVERY_MS = SECOND_MS;

type Stored = Result<null, 'service_unavailable'>;

/** Notice to holders of a market, stored with its terms. */
interface Announcement {
  readonly toHolders: readonly OutboxDraft[];
  /** The commit of the orders whose owners are told. */
  readonly committed: Promise<void>;
}

const NO_ANNOUNCEMENT: Announcement = { toHolders: [], committed: Promise.resolve() };

export class LeverDesk implements LeverDeskCommands {
  readonly #writer: DealingWriter;
  readonly #rounds: MarkRounds;
  #stored: Promise<unknown> = Promise.resolve();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(writer: DealingWriter, rounds: MarkRounds) {
    this.#writer = writer;
    this.#rounds = rounds;
  }

  async dismiss({
    orderId,
    requestId,
    now,
  }: Parameters<LeverDeskCommands['dismiss']>[0]): Promise<
    Result<LeverOrder, LeverCommandRefusal>
  > {
    const { memory, store } = this.#writer;
    if (!this.#writer.takesCancels) return refuse('service_unavailable');
    const ended = this.#writer.apply(() => memory.dismiss(orderId, requestId, now));
    if (ended.ok) return ok(await this.#writer.committed(ended.value));
    await this.#writer.durable();
    if (ended.error !== 'contract_order_not_found') return refuse(ended.error);
    const known = await store.findOrder(orderId);
    return refuse(known === undefined ? 'contract_order_not_found' : 'contract_order_not_open');
  }

  async setTerms(terms: LeverMarketRules, now: EpochMs): Promise<Stored> {
    if (this.#writer.isClosed) return refuse('service_unavailable');
    const toHolders = this.#announcementOf(terms, now);
    this.#writer.apply(() => this.#writer.memory.setTerms(terms));
    // The owners of orders that are on their way to the store are told too.
    const committed = toHolders.length > 0 ? this.#writer.durable() : Promise.resolve();
    return this.#store(terms, now, { toHolders, committed });
  }

  async addMarket(terms: LeverMarketRules, now: EpochMs): Promise<Stored> {
    if (this.#writer.isClosed) return refuse('service_unavailable');
    // Stored before users trade it, because a start needs the market of each order.
    const stored = await this.#store(terms, now, NO_ANNOUNCEMENT);
    if (stored.ok) this.#writer.apply(() => this.#writer.memory.setTerms(terms));
    return stored;
  }

  /** Stores one after the other, so that the last call decides. */
  async #store(
    terms: LeverMarketRules,
    now: EpochMs,
    { toHolders, committed }: Announcement,
  ): Promise<Stored> {
    const stored = this.#stored
      .then(() => committed)
      .then(() => this.#writer.store.setTerms(terms, now, toHolders));
    this.#stored = stored;
    try {
      if (await stored) return ok(null);
    } catch (error) {
      this.#writer.fail('the terms of a contract market could not be stored', error);
      throw error;
    }
    this.#writer.fail(TAKEN_OVER);
    return refuse('service_unavailable');
  }

  async windDown(marketId: number, now: EpochMs): Promise<Stored> {
    const rules = ensure(this.#writer.memory.rules.get(marketId), `contract market ${marketId}`);
    const { revision } = rules;
    // The terms of the market say why its positions are closed.
    const endsAtMs = Math.min(rules.endsAtMs ?? now, now);
    const status = rules.status === 'trading' ? 'close_only' : rules.status;
    if (status !== rules.status || endsAtMs !== rules.endsAtMs) {
      const ended = { ...rules, status, endsAtMs, revision: revision + 1 };
      const closed = await this.setTerms(ended, now);
      if (!closed.ok) return closed;
    }
    // A mark that has further steps comes first, and the next mark may begin while this waits.
    while (this.#writer.memory.isBusy && !this.#writer.isClosed) await this.#rounds.settle();
    if (this.#writer.isClosed) return refuse('service_unavailable');
    this.#writer.apply(() => this.#writer.memory.windDown(marketId, now));
    await this.#rounds.settle();
    await this.#writer.durable();
    return ok(null);
  }

  async fundHouse({
    pool,
    insurance,
    requestId,
    now,
  }: Parameters<LeverDeskCommands['fundHouse']>[0]): ReturnType<LeverDeskCommands['fundHouse']> {
    const { memory } = this.#writer;
    if (!this.#writer.takesCommands) return refuse('service_unavailable');
    const isFunded = this.#writer.apply(() => memory.fundHouse(pool, insurance, requestId, now));
    await this.#writer.durable();
    return isFunded ? ok(null) : refuse('insufficient_balance');
  }

  /** Returns what holders are told of terms that announce an end. */
  #announcementOf(terms: LeverMarketRules, now: EpochMs): readonly OutboxDraft[] {
    const { id, endsAtMs } = terms;
    const before = this.#writer.memory.rules.get(id)?.endsAtMs ?? null;
    const isNew = endsAtMs !== null && endsAtMs > now && endsAtMs !== before;
    return isNew ? endAnnouncement(this.#writer.nameOf(terms), endsAtMs) : [];
  }

  /** Winds down the markets whose announced end has come. */
  async endDue(now: EpochMs): Promise<void> {
    if (now - this.#lookedAtMs < LOOK_EVERY_MS) return;
    this.#lookedAtMs = now;
    const { memory } = this.#writer;
    for (const { id, endsAtMs, status } of memory.rules.values()) {
      if (endsAtMs === null || now < endsAtMs) continue;
      if (status === 'trading' || memory.hasOpen(id)) await this.windDown(id, now);
    }
  }
}
