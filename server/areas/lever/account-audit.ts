/**
 * Looks at all contract accounts in turn, in the background with a small share of the processor. Each is
 * valued without the core: one at its stop-out that stays open was missed. Each is compared with its rows, and once a
 * round the funds of contracts with theirs. A fault closes all contract markets for new orders. Each round also reports
 * a pool that owes.
 */
import { equityOf, isAtOrBelow, RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { AuditedAccount, AuditedHouse, AuditedOrder } from './account-audit.repo.ts';
import { OWNERS } from '../../ledger/chart.ts';
import { closedForOpenings } from './lever-product.ts';
import { ABSENT_AFTER_MS } from '../../engine/lever/lever-market.ts';
import type {
  LeverAccountState,
  LeverDeskCommands,
  LeverExchange,
} from './lever-exchange.types.ts';

interface AccountAuditParts {
  readonly view: Pick<
    LeverExchange,
    'account' | 'house' | 'isBusy' | 'mark' | 'markets' | 'onMark' | 'subscribe'
  >;
  readonly commands: Pick<LeverDeskCommands, 'changeTerms'>;
  /** Owners of open orders at the start. */
  readonly owners: readonly number[];
  /** Reads the accounts of these owners as they are stored. */
  stored(ownerIds: readonly number[]): Promise<readonly AuditedAccount[]>;
  /** Reads pool and insurance fund as they are stored. */
  storedHouse(): Promise<AuditedHouse>;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
}

export interface AccountAudit {
  /** The number of accounts that were looked at, and of faults. */
  readonly counts: { readonly looks: number; readonly faults: number };
  stop(): Promise<void>;
}

type Fault = 'stop_out_missed' | 'memory_differs';

interface Suspicion {
  readonly fault: Fault;
  /** State that was seen; another state of the account is another suspicion. */
  readonly seen: string;
  readonly sinceMs: EpochMs;
}

const ROUND_MS = MINUTE_MS;
/** Accounts of one turn: a few milliseconds of work, with the read. */
const TURN_ACCOUNTS = 100;
/** The pause after a turn, as a multiple of its duration: at most 5 % of one processor. */
const PAUSE_FACTOR = 19;
const PAUSE_MS_MIN = 25;
/** A commit under way explains what is seen for a shorter time. */
const CONFIRMED_MS = 5 * SECOND_MS;

export function startAccountAudit(parts: AccountAuditParts): AccountAudit {
  return new Audit(parts);
}

class Audit implements AccountAudit {
  readonly counts = { looks: 0, faults: 0 };
  readonly #parts: AccountAuditParts;
  /** Owners with open orders, and owners with a change since their last turn. */
  readonly #owners: Set<number>;
  readonly #suspicions = new Map<number, Suspicion>();
  /** Since when each market without a live mark has none. */
  readonly #missingSinceMs = new Map<number, EpochMs>();
  readonly #unsubscribe: () => void;
  readonly #job: Job;
  #due: number[] = [];
  #isHouseDue = false;
  #roundAtMs: EpochMs = 0;
  #turnMs = 0;

  constructor(parts: AccountAuditParts) {
    this.#parts = parts;
    this.#owners = new Set(parts.owners);
    const endAccounts = parts.view.subscribe(({ accounts }) => {
      for (const { ownerId } of accounts) this.#owners.add(ownerId);
    });
    // A market that was live in between is waited for again.
    const endMarks = parts.view.onMark((marketId) => void this.#stateOf(marketId));
    this.#unsubscribe = () => {
      endAccounts();
      endMarks();
    };
    this.#job = parts.jobs.start('contract_check', {
      failure: 'contract accounts could not be read for their check',
      work: () => this.#takeTurn(),
      pauseMs: () => this.#pauseMs(),
    });
    this.#job.runIn(PAUSE_MS_MIN);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#job.stop();
  }

  #pauseMs(): number {
    const pause = Math.max(PAUSE_MS_MIN, this.#turnMs * PAUSE_FACTOR);
    if (this.#due.length > 0) return pause;
    const toRound = this.#roundAtMs + ROUND_MS - this.#parts.clock.now();
    return Math.max(pause, this.#suspicions.size > 0 ? Math.min(toRound, CONFIRMED_MS) : toRound);
  }

  async #takeTurn(): Promise<void> {
    const now = this.#parts.clock.now();
    if (this.#due.length === 0 && now >= this.#roundAtMs + ROUND_MS) {
      this.#roundAtMs = now;
      this.#due = [...this.#owners];
      this.#checkPool();
      this.#isHouseDue = true;
    }
    if (this.#isHouseDue || this.#suspicions.has(OWNERS.house)) await this.#checkHouse(now);
    const owners = new Set([...this.#suspicions.keys(), ...this.#due.splice(0, TURN_ACCOUNTS)]);
    owners.delete(OWNERS.house);
    if (owners.size === 0) return;
    const startedAt = performance.now();
    const before = new Map([...owners].map((id) => [id, this.#seen(id)]));
    const stored = await this.#parts.stored([...owners]);
    for (const account of stored) this.#look(account, before.get(account.ownerId), now);
    this.#turnMs = performance.now() - startedAt;
  }

  /** A pool that owes is no wrong balance: trading goes on, without openings. */
  #checkPool(): void {
    const { view, log } = this.#parts;
    const { pool } = view.house();
    if (pool < 0n)
      log.error(
        { pool: String(pool) },
        'the pool of contracts owes: fund it, so that positions can open again',
      );
  }

  /** Compares the funds of contracts in memory with their rows. */
  async #checkHouse(now: EpochMs): Promise<void> {
    const before = houseTextOf(this.#parts.view.house());
    const stored = houseTextOf(await this.#parts.storedHouse());
    this.#isHouseDue = false;
    const seen = houseTextOf(this.#parts.view.house());
    const fault = seen === before && seen !== stored ? 'memory_differs' : null;
    this.#note(OWNERS.house, fault, { seen, stored }, now);
  }

  #look(stored: AuditedAccount, before: string | undefined, now: EpochMs): void {
    const { ownerId } = stored;
    const account = this.#parts.view.account(ownerId);
    if (account === undefined || account.orders.length === 0) this.#owners.delete(ownerId);
    if (account === undefined) return;
    this.counts.looks += 1;
    const seen = memoryTextOf(account);
    const fault = this.#isMissed(account)
      ? 'stop_out_missed'
      : // A change during the read explains a difference.
        seen === before && seen !== textOf(stored)
        ? 'memory_differs'
        : null;
    this.#note(ownerId, fault, { seen, stored: textOf(stored) }, now);
  }

  /** A fault counts when it is seen again after some time, with the same state. */
  #note(
    ownerId: number,
    fault: Fault | null,
    { seen, stored }: { readonly seen: string; readonly stored: string },
    now: EpochMs,
  ): void {
    const known = this.#suspicions.get(ownerId);
    if (fault === null) this.#suspicions.delete(ownerId);
    else if (known?.fault !== fault || known.seen !== seen)
      this.#suspicions.set(ownerId, { fault, seen, sinceMs: now });
    else if (now - known.sinceMs >= CONFIRMED_MS) this.#report(ownerId, fault, seen, stored);
  }

  /** Whether positions at live marks must have been closed. Other markets count at their last live price. */
  #isMissed(account: LeverAccountState): boolean {
    // A mass stop-out may not have come to this account yet.
    if (this.#parts.view.isBusy) return false;
    const open = account.orders.filter(({ opening }) => opening !== null);
    const marks = open.map(({ marketId }) => this.#stateOf(marketId));
    if (marks.includes('awaited') || !marks.includes('live')) return false;
    return isAtOrBelow(equityOf(account), account.margin, RISK_PERCENT.stopOut);
  }

  /** Verdict of the core on the market's mark: it waits for one that is missing for a short time only. */
  #stateOf(marketId: number): 'live' | 'absent' | 'awaited' {
    const { view, clock } = this.#parts;
    const now = clock.now();
    const state = view.mark(marketId)?.mark.state;
    if (state === 'live' && view.markets.get(marketId)?.status !== 'halted') {
      this.#missingSinceMs.delete(marketId);
      return 'live';
    }
    const sinceMs = this.#missingSinceMs.get(marketId) ?? now;
    this.#missingSinceMs.set(marketId, sinceMs);
    return state === 'closed' || now - sinceMs >= ABSENT_AFTER_MS ? 'absent' : 'awaited';
  }

  #seen(ownerId: number): string | undefined {
    const account = this.#parts.view.account(ownerId);
    return account === undefined ? undefined : memoryTextOf(account);
  }

  #report(ownerId: number, fault: Fault, memory: string, stored: string): void {
    this.#suspicions.delete(ownerId);
    this.counts.faults += 1;
    this.#parts.log.error(
      { ownerId, fault, memory, stored },
      'a contract account is not consistent',
    );
    void this.#closeMarkets();
  }

  /** Closes all markets for new orders only, so that users can still close their positions. */
  async #closeMarkets(): Promise<void> {
    const { view, commands, clock, log } = this.#parts;
    for (const rules of view.markets.values()) {
      if (rules.status !== 'trading') continue;
      try {
        await commands.changeTerms(rules.id, closedForOpenings, clock.now());
      } catch (error) {
        log.error({ err: error, marketId: rules.id }, 'a contract market could not be closed');
      }
    }
  }
}

/** Values on which memory and rows must agree. */
const textOf = ({
  available,
  frozen,
  debt,
  orders,
}: Pick<AuditedAccount, 'available' | 'frozen' | 'debt' | 'orders'>): string =>
  [available, frozen, debt, ...orders.map(orderTextOf)].join(' ');

const memoryTextOf = ({ orders, ...account }: LeverAccountState): string =>
  textOf({
    ...account,
    orders: orders.map(({ opening, ...order }) => ({
      ...order,
      openTicks: opening?.ticks ?? null,
      margin: opening?.margin ?? null,
    })),
  });

const orderTextOf = (order: AuditedOrder): string => {
  const { id, revision, openTicks, margin, reserve, takeProfitTicks, stopLossTicks } = order;
  return [id, revision, openTicks, margin, reserve, takeProfitTicks, stopLossTicks].join(':');
};

const houseTextOf = ({ pool, insurance }: AuditedHouse): string =>
  `pool ${pool} insurance ${insurance}`;
