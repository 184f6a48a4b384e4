/**
 * Contract trading in its plainest form, to compare the core with: arrays, no triggers, every account valued
 * at every mark, and formulas of its own. Balance and debt of an owner are one signed number.
 */
import type { NewLeverOrder } from '../../../server/engine/lever/admission.ts';
import type {
  LeverMark,
  LeverMarketTerms,
  LeverRefusal,
} from '../../../server/engine/lever/lever-types.ts';
import { NaiveAccounts, up } from './naive-accounts.ts';
import type { NaiveOrder } from './naive-accounts.ts';
import {
  isStoppedInDoubt,
  judgePlaced,
  refusalOfOpening,
  refusalOfTargets,
} from './naive-refusals.ts';
import type { RiskReplay } from './risk-replay.ts';

const LEVELS = ['calm', 'attention', 'danger'] as const;

export class NaiveDealing {
  readonly log: string[] = [];
  readonly #state: NaiveAccounts;

  readonly #risk: RiskReplay | null;
  #deleveragedMs = 0;

  /** @param risk hears of every valuation. */
  constructor(given: ConstructorParameters<typeof NaiveAccounts>, risk: RiskReplay | null = null) {
    this.#state = new NaiveAccounts(...given);
    this.#risk = risk;
  }

  get house(): { readonly pool: bigint; readonly insurance: bigint } {
    const { pool, insurance } = this.#state;
    return { pool, insurance };
  }

  setTerms(terms: LeverMarketTerms): void {
    const market = this.#state.market(terms.id);
    if (market.terms.status === 'halted') market.mark = { state: 'frozen' };
    market.terms = terms;
  }

  /** Another server begins: marks are frozen, and warnings may repeat. */
  restart(): void {
    this.#risk?.restart();
    this.#deleveragedMs = 0;
    for (const market of this.#state.markets.values())
      Object.assign(market, { mark: { state: 'frozen' }, missingMs: null, isAbsent: false });
    for (const person of this.#state.people.values()) person.level = 0;
  }

  fundHouse(pool: bigint, insurance: bigint): void {
    this.#state.pool += pool;
    this.#state.base += pool;
    this.#state.insurance += insurance;
  }

  /** Everything that an owner has, as text. */
  stateOf(ownerId: number, now: number): string {
    this.#state.now = now;
    const { cash } = this.#state.person(ownerId);
    const own = this.#state.orders.filter((order) => order.ownerId === ownerId);
    const orders = own.map(({ id, state, revision }) => `${id}${state}${revision}`);
    return `${cash > 0n ? cash : 0n} ${cash < 0n ? -cash : 0n} ${this.#state.frozen(ownerId)} ${this.#state.equity(ownerId)} ${orders.join()}`;
  }

  deposit(ownerId: number, amount: bigint, now: number): void {
    this.#state.now = now;
    this.#state.person(ownerId).cash += amount;
    this.#judge(ownerId, true);
  }

  withdraw(ownerId: number, amount: bigint, now: number): LeverRefusal | null {
    this.#state.now = now;
    if (amount > this.#state.usable(ownerId, 0n, true)) return 'margin_in_use';
    this.#state.person(ownerId).cash -= amount;
    this.#judge(ownerId, true);
    return null;
  }

  place(order: NewLeverOrder, now: number): LeverRefusal | null {
    this.#state.now = now;
    const verdict = judgePlaced(this.#state, order);
    if (verdict.refusal !== null) return verdict.refusal;
    const { at, limit, isAgreed } = verdict;
    const { direction, takeProfitTicks: tp, stopLossTicks: sl } = order;
    const made: NaiveOrder = {
      ...order,
      terms: this.#state.market(order.marketId).terms,
      state: 'pending',
      tp: tp === null ? null : BigInt(tp),
      sl: sl === null ? null : BigInt(sl),
      reserve: 0n,
      open: 0n,
      notional: 0n,
      margin: 0n,
      openedMs: 0,
      placedMs: now,
      revision: 1,
      reason: '',
    };
    if (limit !== null) {
      const cost = this.#state.cost(made, direction === 'long' ? limit : up(limit * 101n, 100n));
      if (cost.margin + cost.fee > this.#state.usable(order.ownerId)) return 'insufficient_margin';
      made.reserve = cost.margin + cost.fee;
    } else if (isAgreed) {
      const refusal = this.#state.refusal(made, at);
      if (refusal !== null) return refusal;
      this.#state.orders.push(made);
      this.#open(made, at);
      this.#judge(order.ownerId, true);
      return null;
    }
    this.#state.person(order.ownerId).cash -= made.reserve;
    this.#state.orders.push(made);
    this.log.push(`placed ${made.id} ${made.reserve}`);
    return null;
  }

  cancel(ownerId: number, id: number, now: number): LeverRefusal | null {
    this.#state.now = now;
    const order = this.#state.own(ownerId, id);
    if (order === undefined) return 'contract_order_not_found';
    if (order.state !== 'pending') return 'contract_order_not_open';
    this.#cancel(order, 'owner');
    return null;
  }

  dismiss(id: number, now: number): LeverRefusal | null {
    this.#state.now = now;
    const order = this.#state.orders.find((other) => other.id === id);
    if (order === undefined) return 'contract_order_not_found';
    if (order.state !== 'pending') return 'contract_order_not_open';
    this.#cancel(order, 'operator');
    return null;
  }

  windDown(terms: LeverMarketTerms, now: number): void {
    this.#state.now = now;
    this.setTerms(terms);
    for (const order of this.#state.orders.filter(({ marketId }) => marketId === terms.id)) {
      if (order.state === 'pending') this.#cancel(order, 'market_removed');
      if (order.state !== 'in_trading') continue;
      this.#closeOrWait(order, 'wound_down');
      this.#judge(order.ownerId);
    }
  }

  amend(
    ownerId: number,
    id: number,
    targets: readonly [number | null, number | null],
    now: number,
  ) {
    this.#state.now = now;
    const order = this.#state.own(ownerId, id);
    if (order === undefined) return 'contract_order_not_found';
    if (order.state === 'closing') return 'contract_order_not_open';
    const [tp, sl] = targets;
    if (String(order.tp ?? '') === String(tp ?? '') && String(order.sl ?? '') === String(sl ?? ''))
      return null;
    if (order.revision >= 1_000) return 'rate_limited';
    const refusal = refusalOfTargets(this.#state, order, targets);
    if (refusal !== null) return refusal;
    order.tp = tp === null ? null : BigInt(tp);
    order.sl = sl === null ? null : BigInt(sl);
    order.revision += 1;
    this.log.push(`amended ${id}`);
    return null;
  }

  close(ownerId: number, id: number, now: number): LeverRefusal | null {
    this.#state.now = now;
    const order = this.#state.own(ownerId, id);
    if (order === undefined) return 'contract_order_not_found';
    if (order.state !== 'in_trading') return 'contract_order_not_open';
    this.#closeOrWait(order);
    this.#judge(ownerId, true);
    return null;
  }

  withdrawClose(ownerId: number, id: number, now: number): LeverRefusal | null {
    this.#state.now = now;
    const order = this.#state.own(ownerId, id);
    if (order === undefined) return 'contract_order_not_found';
    if (order.state !== 'closing' || order.reason !== 'owner') return 'contract_order_not_open';
    const { endsAtMs } = this.#state.market(order.marketId).terms;
    if (endsAtMs !== null && endsAtMs <= now) return 'contract_order_not_open';
    if (isStoppedInDoubt(this.#state, order)) return 'mark_unavailable';
    if (order.revision >= 1_000) return 'rate_limited';
    order.state = 'in_trading';
    order.revision += 1;
    this.log.push(`withdrawn ${id}`);
    return null;
  }

  closeAll(ownerId: number, direction: 'all' | 'long' | 'short', now: number): void {
    this.#state.now = now;
    const positions = this.#state
      .positions(ownerId)
      .filter(
        (order) =>
          order.state === 'in_trading' && (direction === 'all' || order.direction === direction),
      );
    for (const order of this.#state.byPayout(positions)) this.#closeOrWait(order);
    if (positions.length > 0) this.#judge(ownerId, true);
  }

  mark(marketId: number, mark: LeverMark, now: number): void {
    this.#state.now = now;
    const market = this.#state.market(marketId);
    market.mark = mark;
    market.takenMs = now;
    if (mark.state === 'live' && market.terms.status !== 'halted') market.last = BigInt(mark.ticks);
    const here = (state: NaiveOrder['state']): NaiveOrder[] =>
      this.#state.orders.filter((order) => order.marketId === marketId && order.state === state);
    for (const order of here('pending'))
      if (order.kind === 'market' && now - order.placedMs > 2_000)
        this.#cancel(order, this.#state.impatience(marketId));
    if (mark.state !== 'live' || market.terms.status === 'halted') {
      for (const ownerId of this.#state.miss(marketId)) this.#judge(ownerId);
      return;
    }
    Object.assign(market, { missingMs: null, isAbsent: false });
    if (mark.isAgreed)
      for (const order of here('closing'))
        if (order.state === 'closing' && (order.reason !== 'owner' || this.#state.agrees(order)))
          this.#closeThenJudge(order, order.reason);
    const ownTargets = [...here('in_trading'), ...here('closing')].toSorted((a, b) => a.id - b.id);
    for (const order of ownTargets.filter((other) => this.#state.reason(other) !== null)) {
      const reason = this.#state.reason(order);
      if (reason !== null) this.#closeThenJudge(order, reason);
    }
    for (const ownerId of [...this.#state.people.keys()].toSorted((a, b) => a - b))
      this.#judge(ownerId);
    if (mark.isAgreed && !mark.isCloseOnly && market.terms.status === 'trading')
      for (const order of here('pending'))
        if (this.#state.agrees(order)) this.#openIfReached(order, mark);
    this.#deleverage();
  }

  #openIfReached(order: NaiveOrder, mark: LeverMark & { state: 'live' }): void {
    const at = this.#state.entry(order.direction, BigInt(mark.ticks), order.terms);
    const s = order.direction === 'long' ? 1n : -1n;
    const isDue = order.limitTicks === null || (BigInt(order.limitTicks) - at) * s >= 0n;
    if (order.state !== 'pending' || !isDue) return;
    const refusal = refusalOfOpening(this.#state, order, at, mark);
    if (refusal === null) {
      this.#open(order, at);
      this.#judge(order.ownerId);
    } else this.#cancel(order, refusal === 'exposure_limit_reached' ? 'exposure_limit' : refusal);
  }

  #open(order: NaiveOrder, at: bigint): void {
    const { margin, fee, notional } = this.#state.cost(order, at);
    const released = order.reserve;
    this.#state.person(order.ownerId).cash += released - margin - fee;
    Object.assign(order, { margin, notional, open: at, reserve: 0n, openedMs: this.#state.now });
    order.state = 'in_trading';
    order.revision += 1;
    this.#state.insurance += (fee * 20n) / 100n;
    this.log.push(`opened ${order.id} ${at} ${margin} ${fee} ${released}`);
  }

  #judge(ownerId: number, isQuiet = false): void {
    const person = this.#state.person(ownerId);
    const positions = this.#state.positions(ownerId);
    if (positions.length === 0) {
      person.level = 0;
      this.#risk?.clear(ownerId);
      return;
    }
    if (positions.some((order) => this.#state.isAwaited(order))) return;
    const live = positions.filter((order) => this.#state.isLive(order));
    if (live.length === 0) return;
    const equity = this.#state.equity(ownerId);
    const margin = positions.reduce((sum, order) => sum + order.margin, 0n);
    const isOld = live.some((order) => !this.#state.isFresh(order));
    if (2n * equity <= margin && isOld) return;
    this.#risk?.measure(ownerId, equity, margin, isQuiet);
    if (2n * equity <= margin) {
      for (const order of this.#state.orders.filter((other) => other.ownerId === ownerId))
        if (order.state === 'pending') this.#cancel(order, 'account_stopped_out');
      for (const order of this.#state.byPayout(live))
        this.#close(order, 'stop_out', [equity, margin]);
      person.level = 0;
      this.#risk?.clear(ownerId);
      return;
    }
    const isWithin = (percent: bigint): boolean => equity * 100n <= margin * percent;
    let level = isWithin(70n) ? 2 : isWithin(100n) ? 1 : 0;
    if (person.level === 2 && isWithin(75n)) level = 2;
    if (person.level >= 1 && level === 0 && isWithin(105n)) level = 1;
    if (level > person.level && !isQuiet)
      this.log.push(`warned ${ownerId} ${LEVELS[level]} ${equity} ${margin}`);
    person.level = level;
  }

  #deleverage(): void {
    const cover = (): bigint =>
      this.#state.pool -
      this.#state.orders.reduce((sum, order) => sum + this.#state.profit(order), 0n);
    const isOver = (): boolean =>
      this.#state.allNet() * 10n > (cover() + this.#state.insurance) * 60n;
    if (cover() * 100n >= this.#state.base * 20n || !isOver()) return;
    if (this.#state.now - this.#deleveragedMs < 1_000) return;
    this.#deleveragedMs = this.#state.now;
    const winners = this.#state.orders
      .filter((order) => this.#state.isFresh(order) && this.#state.profit(order) > 0n)
      .map((order) => ({ order, profit: this.#state.profit(order) }))
      .toSorted(
        (a, b) =>
          Number(b.profit > a.profit) - Number(b.profit < a.profit) || a.order.id - b.order.id,
      );
    for (const { order } of winners) {
      if (!isOver()) return;
      const s = order.direction === 'long' ? 1 : -1;
      const net = this.#state.net(order.marketId);
      if (order.state === 'over' || Math.abs(net - s * order.lots) >= Math.abs(net)) continue;
      this.#closeThenJudge(order, 'deleveraged');
    }
  }

  #closeOrWait(order: NaiveOrder, reason = 'owner'): void {
    const { mark, takenMs, terms } = this.#state.market(order.marketId);
    const isYoung = reason === 'owner' || this.#state.now - takenMs <= 2_000;
    const isAgreed = mark.state === 'live' && terms.status !== 'halted' && mark.isAgreed;
    if (isYoung && (reason === 'owner' ? this.#state.agrees(order) : isAgreed))
      return this.#close(order, reason);
    Object.assign(order, { state: 'closing', reason, revision: order.revision + 1 });
    this.log.push(`waits ${order.id}`);
  }

  #closeThenJudge(order: NaiveOrder, reason: string): void {
    this.#close(order, reason);
    this.#judge(order.ownerId);
  }

  #close(order: NaiveOrder, reason: string, seen: readonly bigint[] = []): void {
    const person = this.#state.person(order.ownerId);
    const profit = this.#state.profit(order);
    const nights = this.#state.nights(order);
    person.cash += order.margin + profit - nights;
    this.#state.pool -= profit;
    order.state = 'over';
    this.#state.orders = this.#state.orders.filter((other) => other !== order);
    const { last } = this.#state.market(order.marketId);
    this.log.push(`closed ${order.id} ${reason} ${last} ${profit} ${nights} ${seen.join('/')}`);
    if (person.cash >= 0n || this.#state.positions(order.ownerId).length > 0) return;
    for (const other of this.#state.orders.toReversed())
      if (other.ownerId === order.ownerId && other.reserve > 0n && person.cash < 0n)
        this.#cancel(other, 'insufficient_margin');
    if (person.cash >= 0n) return;
    const paid = this.#state.insurance < -person.cash ? this.#state.insurance : -person.cash;
    this.#state.insurance -= paid;
    this.#state.pool -= -person.cash - paid;
    this.log.push(`shortfall ${order.ownerId} ${paid} ${-person.cash - paid}`);
    person.cash = 0n;
  }

  #cancel(order: NaiveOrder, reason: string): void {
    this.#state.person(order.ownerId).cash += order.reserve;
    order.state = 'over';
    this.#state.orders = this.#state.orders.filter((other) => other !== order);
    this.log.push(`cancelled ${order.id} ${reason} ${order.reserve}`);
  }
}
