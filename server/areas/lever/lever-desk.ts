/** Changes by operators in contract trading: terms, funds of the exchange, single orders, and the end of markets. */
import { ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { LeverOrder } from '../../engine/lever/lever-types.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import { TAKEN_OVER } from './dealing-writer.ts';
import type { DealingWriter } from './dealing-writer.ts';
import type {
  LeverCommandRefusal,
  LeverDeskCommands,
  LeverMarketRules,
} from './lever-exchange.types.ts';
import { closedForOpenings } from './lever-product.ts';
import { endAnnouncement } from './lever-notices.ts';
import type { MarkRounds } from './mark-rounds.ts';

/** Interval at which ended markets are looked for, because the look reads all open orders. */
const LOOK_EVERY_MS = SECOND_MS;

type Refused = ReturnType<typeof refuse<'service_unavailable'>>;
type Stored = Result<null, 'service_unavailable'>;

type Change = Parameters<LeverDeskCommands['changeTerms']>[1];

const STRICTNESS = { trading: 0, close_only: 1, halted: 2 } as const;

const endedAt = (rules: LeverMarketRules, now: EpochMs): LeverMarketRules => ({
  ...closedForOpenings(rules),
  endsAtMs: Math.min(rules.endsAtMs ?? now, now),
});

export class LeverDesk implements LeverDeskCommands {
  readonly #writer: DealingWriter;
  readonly #rounds: MarkRounds;
  readonly #clock: Clock;
  /** Ends when all changes of terms that were asked for are stored. */
  #changed: Promise<unknown> = Promise.resolve();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(writer: DealingWriter, rounds: MarkRounds, clock: Clock) {
    this.#writer = writer;
    this.#rounds = rounds;
    this.#clock = clock;
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

  changeTerms<E extends ErrorName = never>(
    marketId: number,
    change: Change,
    now: EpochMs,
    refusalOf?: (before: LeverMarketRules, at: EpochMs) => E | null,
  ): Promise<Result<null, 'service_unavailable' | E>> {
    this.#restrict(marketId, change);
    return this.#inTurn<Result<null, 'service_unavailable' | E>>(async () => {
      const before = this.#rulesOf(marketId);
      const refusal = refusalOf?.(before, this.#clock.now()) ?? null;
      if (refusal !== null) return refuse(refusal);
      this.#restrict(marketId, change);
      const terms = { ...change(before), revision: before.revision + 1 };
      const toHolders = this.#announcementOf(terms, now);
      // The owners of orders that are on their way to the store are notified too.
      if (toHolders.length > 0) await this.#writer.durable();
      return this.#storeThenAct(terms, now, toHolders, terms.status !== before.status);
    });
  }

  /** Users trade the market when it is stored, because a start needs the market of each order. */
  addMarket(terms: LeverMarketRules, now: EpochMs): Promise<Stored> {
    return this.#inTurn(() => this.#storeThenAct(terms, now, [], true));
  }

  /** Runs the act when all changes that were asked for before it are stored. */
  #inTurn<T>(act: () => Promise<T>): Promise<T | Refused> {
    const done = this.#changed.then<T | Refused>(() =>
      this.#writer.isClosed ? refuse('service_unavailable') : act(),
    );
    this.#changed = done.catch(() => undefined);
    return done;
  }

  #rulesOf(marketId: number): LeverMarketRules {
    return ensure(this.#writer.memory.rules.get(marketId), `contract market ${marketId}`);
  }

  /** A stricter status counts before it is stored: what it prevents leaves nothing that a start would miss. */
  #restrict(marketId: number, change: Change): void {
    if (this.#writer.isClosed) return;
    const before = this.#rulesOf(marketId);
    const { status } = change(before);
    if (STRICTNESS[status] <= STRICTNESS[before.status]) return;
    this.#writer.apply(() => this.#writer.memory.setTerms({ ...before, status }));
  }

  /**
   * Orders get the terms when they are stored, so that the verifier knows the terms of each order. @param isOfStatus
   * whether they change the status; otherwise a stricter one of in between stays.
   */
  async #storeThenAct(
    terms: LeverMarketRules,
    now: EpochMs,
    toHolders: readonly OutboxDraft[],
    isOfStatus: boolean,
  ): Promise<Stored> {
    const { memory, store } = this.#writer;
    try {
      if (await store.setTerms(terms, now, toHolders)) {
        const status = (!isOfStatus && memory.rules.get(terms.id)?.status) || terms.status;
        this.#writer.apply(() => memory.setTerms({ ...terms, status }));
        return ok(null);
      }
    } catch (error) {
      this.#writer.fail('the terms of a contract market could not be stored', error);
      throw error;
    }
    this.#writer.fail(TAKEN_OVER);
    return refuse('service_unavailable');
  }

  async windDown(marketId: number, now: EpochMs): Promise<Stored> {
    const rules = this.#rulesOf(marketId);
    const ended = endedAt(rules, now);
    // The terms of the market say why its positions are closed.
    if (ended.status !== rules.status || ended.endsAtMs !== rules.endsAtMs) {
      const isAnnounced = rules.endsAtMs !== null;
      const refusalOf = ({ endsAtMs }: LeverMarketRules) =>
        isAnnounced && endsAtMs === null ? 'not_changed' : null;
      const change = (before: LeverMarketRules) => endedAt(before, now);
      const closed = await this.changeTerms(marketId, change, now, refusalOf);
      if (!closed.ok) return closed.error === 'not_changed' ? ok(null) : refuse(closed.error);
    }
    for (let hasBegun = false; !hasBegun;) {
      // A mark that has further steps comes first, and the next mark may begin while this waits.
      while (this.#writer.memory.isBusy && !this.#rounds.isStopped) await this.#rounds.settle();
      if (this.#rounds.isStopped) return refuse('service_unavailable');
      const begun = await this.#inTurn(async () => ok(this.#beginEnd(marketId, now)));
      if (!begun.ok) return begun;
      hasBegun = begun.value;
    }
    await this.#rounds.settle();
    await this.#writer.durable();
    return ok(null);
  }

  /**
   * Begins the end of a market, unless an operator has withdrawn it while it waited. @returns false while a mark has
   * further steps.
   */
  #beginEnd(marketId: number, now: EpochMs): boolean {
    const { memory } = this.#writer;
    if (memory.isBusy) return false;
    const { endsAtMs, status } = this.#rulesOf(marketId);
    if (endsAtMs !== null && endsAtMs <= now && status !== 'trading')
      this.#writer.apply(() => memory.windDown(marketId, now));
    return true;
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

  /** Returns the notice to holders about terms that announce an end. */
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
