/** Runs operations on the core of contract trading and on the naive one, and compares everything they say and hold. */
import { inspect } from 'node:util';
import { assert } from '../../../contract/assert.ts';
import { equityOf } from '../../../contract/figures/lever-account.ts';
import { DealingCore } from '../../../server/engine/lever/dealing-core.ts';
import type { HouseFunds } from '../../../server/engine/lever/house-risk.ts';
import type { LeverEvent, LeverOrder, Verdict } from '../../../server/engine/lever/lever-types.ts';
import type { LeverReplay } from './lever-replay.ts';
import type { RiskReplay } from './risk-replay.ts';
import { LeverLedger } from './lever-ledger.ts';
import { LiveMarks } from './live-marks.ts';
import { LEVER_MARKETS, ownerIn } from './lever-workload.ts';
import type { LeverOperation } from './lever-workload.ts';
import { NaiveDealing } from './naive-dealing.ts';

/** The machines as the specification. */
interface MachineReplays {
  readonly orders: LeverReplay;
  readonly risk: RiskReplay;
}

/** How often each thing happened, so that a run that tries nothing is noticed. */
export type LeverTally = Record<string, number>;

/** Events are compared after each operation, all accounts after so many. */
const COMPARED_EVERY = 16;
const ALL_STEPS = Number.POSITIVE_INFINITY;

/** An event in the words of the naive model; null for those that it does not record. */
function lineOf(event: LeverEvent): string | null {
  switch (event.type) {
    case 'order.placed':
      return `placed ${event.order.id} ${event.reserve}`;
    case 'order.opened': {
      const { order, margin, fee, released } = event;
      return `opened ${order.id} ${order.opening.ticks} ${margin} ${fee} ${released}`;
    }
    case 'targets.amended':
      return `amended ${event.order.id}`;
    case 'order.cancelled':
      return `cancelled ${event.order.id} ${event.reason} ${event.released}`;
    case 'close.waits':
      return `waits ${event.order.id}`;
    case 'close.withdrawn':
      return `withdrawn ${event.order.id}`;
    case 'order.closed': {
      const { reason, ticks, profit, nights, seen } = event.closing;
      const saw = seen === null ? '' : `${seen.equity}/${seen.margin}`;
      return `closed ${event.order.id} ${reason} ${ticks} ${profit} ${nights} ${saw}`;
    }
    case 'shortfall.paid':
      return `shortfall ${event.ownerId} ${event.fromInsurance} ${event.waived}`;
    case 'owner.warned':
      return `warned ${event.ownerId} ${event.level} ${event.equity} ${event.margin}`;
    case 'money.arrived':
    case 'money.left':
      return null;
  }
}

export class LeverComparison {
  readonly tally: LeverTally = {};
  #core: DealingCore;
  readonly #naive: NaiveDealing;
  readonly #owners = new Set<number>();
  readonly #open = new Map<number, LeverOrder>();
  readonly #terms = new Map(LEVER_MARKETS.map((terms) => [terms.id, terms]));
  readonly #lastTicks = new Map<number, number>();
  readonly #marks = new LiveMarks();
  /** Amounts from outside, less amounts that left: the sum of all accounts. */
  #outside: bigint;
  /** The ledger that the movements of the events fill. */
  readonly #ledger: LeverLedger;
  #operations = 0;
  readonly #replays: MachineReplays | null;

  /** @param replays check every order and every warning against the machines, at a cost. */
  constructor(house: HouseFunds, replays: MachineReplays | null = null) {
    this.#replays = replays;
    this.#core = new DealingCore(LEVER_MARKETS, house);
    const noteRule = (rule: string) => this.#count(rule);
    this.#naive = new NaiveDealing([LEVER_MARKETS, house, noteRule], replays?.risk);
    this.#outside = house.pool + house.insurance;
    this.#ledger = new LeverLedger(house);
  }

  /** @throws AssertionError where the two differ, with the operation. */
  run(operations: Iterable<LeverOperation>): LeverTally {
    let count = 0;
    for (const operation of operations) {
      count += 1;
      this.#meet(ownerIn(operation));
      try {
        this.#apply(operation);
      } catch (fault) {
        const what = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
        throw new Error(`operation ${count}, ${inspect(operation, { depth: 4 })}: ${what}`, {
          cause: fault,
        });
      }
    }
    return this.tally;
  }

  #meet(ownerId: number | null): void {
    if (ownerId === null || this.#owners.has(ownerId)) return;
    this.#owners.add(ownerId);
    this.#core.restoreAccount(ownerId, { available: 0n, debt: 0n });
  }

  #apply(operation: LeverOperation): void {
    if (operation.type === 'restart') this.#restart(operation.now);
    else {
      const [ours, theirs] = this.#answers(operation);
      this.#count(`${operation.type} ${ours ?? 'ok'}`);
      same('answer', String(ours), String(theirs));
    }
    const events = this.#core.takeEvents();
    const lines = events.map(lineOf).filter((line) => line !== null);
    same('events', lines.join('\n'), this.#naive.log.splice(0).join('\n'));
    for (const event of events) this.#follow(event);
    this.#replays?.orders.follow(events, (marketId) => this.#lastTicks.get(marketId) ?? null);
    const warned = lines.filter((line) => line.startsWith('warned')).join('\n');
    if (this.#replays) same('warnings', warned, this.#replays.risk.takeLines().join('\n'));
    // The naive model could make the same mistake, and the two are compared only now and then.
    const judged = this.#marks.checkStopOuts(this.#core, this.#owners, operation.now);
    this.#count('above the stop-out', judged);
    this.#operations += 1;
    if (this.#operations % COMPARED_EVERY === 0) this.#compare(operation.now);
  }

  #answers(operation: Exclude<LeverOperation, { type: 'restart' }>): [unknown, unknown] {
    const core = this.#core;
    const naive = this.#naive;
    const { now } = operation;
    switch (operation.type) {
      case 'place':
        return [errorOf(core.place(operation.order, now)), naive.place(operation.order, now)];
      case 'cancel':
      case 'close':
      case 'withdrawClose': {
        const { type, ownerId, id } = operation;
        return [errorOf(core[type]({ ownerId, id }, now)), naive[type](ownerId, id, now)];
      }
      case 'dismiss':
        return [errorOf(core.dismiss(operation.id, now)), naive.dismiss(operation.id, now)];
      case 'windDown': {
        const { terms } = operation;
        this.#terms.set(terms.id, terms);
        this.#marks.setTerms(terms);
        core.setTerms(terms);
        core.windDown(terms.id, now, ALL_STEPS);
        return [null, naive.windDown(terms, now) ?? null];
      }
      case 'amend': {
        const { ownerId, id, targets } = operation;
        const revision = core.find(id)?.revision ?? 1;
        const [takeProfitTicks, stopLossTicks] = targets;
        const amended = { ownerId, id, revision, takeProfitTicks, stopLossTicks };
        return [errorOf(core.amend(amended, now)), naive.amend(ownerId, id, targets, now)];
      }
      case 'closeAll': {
        const { ownerId, direction } = operation;
        core.closeAll({ ownerId, direction, marketId: null }, now);
        return [null, naive.closeAll(ownerId, direction, now) ?? null];
      }
      case 'deposit':
        this.#outside += operation.amount;
        core.deposit(operation.ownerId, operation.amount, now);
        return [null, naive.deposit(operation.ownerId, operation.amount, now) ?? null];
      case 'withdraw': {
        const ours = errorOf(core.withdraw(operation.ownerId, operation.amount, now));
        if (ours === null) this.#outside -= operation.amount;
        return [ours, naive.withdraw(operation.ownerId, operation.amount, now)];
      }
      case 'fundHouse':
        this.#outside += operation.pool + operation.insurance;
        this.#ledger.fund(operation.pool, operation.insurance);
        core.fundHouse(operation.pool, operation.insurance);
        return [null, naive.fundHouse(operation.pool, operation.insurance) ?? null];
      case 'terms':
        this.#terms.set(operation.terms.id, operation.terms);
        this.#marks.setTerms(operation.terms);
        core.setTerms(operation.terms);
        return [null, naive.setTerms(operation.terms) ?? null];
      case 'mark': {
        const { marketId, mark } = operation;
        this.#marks.take(marketId, mark, now);
        if (mark.state === 'live' && !this.#marks.isHalted(marketId))
          this.#lastTicks.set(marketId, mark.ticks);
        core.takeMark(marketId, mark, now, ALL_STEPS);
        return [null, naive.mark(marketId, mark, now) ?? null];
      }
    }
  }

  /** Another core continues from the state that would be stored. */
  #restart(now: number): void {
    const before = this.#core;
    this.#core = new DealingCore([...this.#terms.values()], before.house);
    for (const [marketId, ticks] of this.#lastTicks) this.#core.restoreTicks(marketId, ticks);
    for (const ownerId of this.#owners)
      this.#core.restoreAccount(ownerId, before.accountOf(ownerId, now));
    const open = [...this.#open.values()].toSorted((a, b) => a.id - b.id);
    for (const order of open) {
      const copy = structuredClone(order);
      this.#open.set(order.id, copy);
      this.#core.restoreOrder(copy, now);
    }
    this.#naive.restart();
    this.#marks.restart();
    this.#count('restart');
  }

  #follow(event: LeverEvent): void {
    const reason = 'reason' in event ? event.reason : '';
    this.#count(
      event.type === 'order.closed' ? `closed ${event.closing.reason}` : `${event.type} ${reason}`,
    );
    this.#ledger.book(event);
    if (!('order' in event)) return;
    const { order } = event;
    if (order.state === 'closed' || order.state === 'cancelled') this.#open.delete(order.id);
    else this.#open.set(order.id, order);
  }

  #compare(now: number): void {
    const sum = this.#ledger.total;
    assert(sum === this.#outside, 'all accounts together hold what came from outside');
    for (const ownerId of this.#owners) {
      const account = this.#core.accountOf(ownerId, now);
      const { available, debt, frozen } = account;
      assert(available >= 0n && debt >= 0n && frozen >= 0n, 'no amount is below zero');
      assert(available === 0n || debt === 0n, 'a debt is repaid before anything is available');
      same('booked', this.#ledger.textOf(ownerId), `${available} ${frozen} ${-debt}`);
      const own = [...this.#open.values()].filter((order) => order.ownerId === ownerId);
      const orders = own
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, state, revision }) => `${id}${state}${revision}`);
      const text = `${available} ${debt} ${frozen} ${equityOf(account)} ${orders.join()}`;
      same(`owner ${ownerId}`, text, this.#naive.stateOf(ownerId, now));
    }
    const { pool, insurance } = this.#core.house;
    same('booked house', this.#ledger.houseText, `${pool} ${insurance}`);
    same(
      'house',
      `${pool} ${insurance}`,
      `${this.#naive.house.pool} ${this.#naive.house.insurance}`,
    );
  }

  #count(what: string, times = 1): void {
    const name = what.trim();
    this.tally[name] = (this.tally[name] ?? 0) + times;
  }
}

const errorOf = (verdict: Verdict<unknown>): string | null => (verdict.ok ? null : verdict.error);

function same(what: string, ours: string, theirs: string): void {
  assert(ours === theirs, `${what}: core ${ours}, naive ${theirs}`);
}
