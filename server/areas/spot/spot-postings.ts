/** Movements that other areas store and the spot writer books: see `spot-postings.types.ts`. */
import { assert, ensure } from '../../../contract/assert.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import { mayOwe, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { AMOUNT_END, checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { PostingWriter } from './spot-exchange.types.ts';
import { findOpenPostings, findPostings, insertPosting } from './spot-postings.repo.ts';
import type { PostingRow } from './spot-postings.repo.ts';
import type { PostingId, SpotPostings } from './spot-postings.types.ts';

type Answer = Result<null, 'insufficient_balance' | 'service_unavailable'>;

export interface SpotPostingsParts {
  readonly database: Database;
  readonly writer: PostingWriter;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
}

/** The number of open postings that are read and booked together. */
const SWEEP_COUNT = 256;

/** {@link SpotPostings} of this server; call `recover` first. */
export class WrittenPostings implements SpotPostings {
  readonly #parts: SpotPostingsParts;
  readonly #rows: GatheredRead<PostingId, PostingRow>;
  /** The running work by posting, one at a time, so that its row is never outdated. */
  readonly #running = new Map<PostingId, Promise<unknown>>();
  /** Postings that the last sweep found open. */
  #left: ReadonlySet<PostingId> = new Set();
  #job: Job | undefined;
  #isClosed = false;

  constructor(parts: SpotPostingsParts) {
    this.#parts = parts;
    this.#rows = new GatheredRead(
      (ids) => findPostings(parts.database, ids),
      (row) => row.id,
    );
  }

  get isOpen(): boolean {
    return this.#parts.writer.takesPostings;
  }

  async intend(tx: Transaction, movement: Movement, now: EpochMs): Promise<PostingId> {
    return insertPosting(tx, checkedPosting(movement), now);
  }

  post(id: PostingId): Promise<Answer> {
    return this.#inTurn(id, (row) => this.#parts.writer.bookPosting(row, this.#parts.clock.now()));
  }

  async postOrRefuse(id: PostingId): Promise<Answer> {
    const answer = await this.post(id);
    if (answer.ok || answer.error === 'insufficient_balance') return answer;
    return this.#inTurn(id, async () => {
      const { writer, clock } = this.#parts;
      if (await writer.refusePosting(id, clock.now())) return answer;
      // The posting is open, and the next writer books it. A caller that took it for refused would undo
      // a movement that still happens.
      throw new Error(`the writer has ended: what becomes of posting ${id} is not known`);
    });
  }

  /** Books open postings, and starts the sweep for postings whose callers gave up or ended with another server. */
  async recover(): Promise<void> {
    await this.#bookAll(await this.#findOpen());
    this.#job = this.#parts.jobs.start('spot_postings', {
      failure: null,
      work: () => this.#sweepOnce(),
    });
  }

  /** Ends the sweep. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#job?.stop();
  }

  /** Runs `work` on an open posting, after earlier work on it; otherwise returns its result. */
  #inTurn(id: PostingId, work: (row: PostingRow) => Promise<Answer>): Promise<Answer> {
    const before = this.#running.get(id) ?? Promise.resolve();
    const turn = before.then(async () => {
      const row = ensure(await this.#rows.find(id), `posting ${id}`);
      if (row.state === 'open') return work(row);
      return row.state === 'booked' ? ok(null) : refuse('insufficient_balance');
    });
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#running.set(id, settled);
    void settled.then(() => {
      if (this.#running.get(id) === settled) this.#running.delete(id);
    });
    return turn;
  }

  async #findOpen(): Promise<readonly PostingId[]> {
    const found: PostingId[] = [];
    for (;;) {
      const page = await findOpenPostings(this.#parts.database, found.at(-1) ?? 0, SWEEP_COUNT);
      found.push(...page);
      if (page.length < SWEEP_COUNT) return found;
    }
  }

  /** Books page by page while the writer accepts postings. */
  async #bookAll(ids: readonly PostingId[]): Promise<void> {
    for (let done = 0; done < ids.length && this.isOpen; done += SWEEP_COUNT)
      await Promise.all(ids.slice(done, done + SWEEP_COUNT).map((id) => this.post(id)));
  }

  /** Books postings that were open in two sweeps in a row, because callers usually book their own immediately. */
  async #sweepOnce(): Promise<void> {
    try {
      const open = await this.#findOpen();
      const leftOver = open.filter((id) => this.#left.has(id));
      this.#left = new Set(open);
      if (leftOver.length > 0)
        this.#parts.log.warn({ postings: leftOver.length }, 'postings were left open');
      await this.#bookAll(leftOver);
    } catch (error) {
      if (!this.#isClosed)
        this.#parts.log.error({ err: error }, 'open postings could not be booked');
      throw error;
    }
  }
}

/**
 * Validates the movement and returns it. The writer's memory guards only spot balances. From other
 * accounts, a movement may only take the user's money in transit, or from accounts that may be negative.
 * @throws AssertionError
 */
export function checkedPosting(movement: Movement): Movement {
  const { recipe, entries } = checked(movement);
  for (const entry of entries) {
    const { available, frozen } = entry;
    assert(isBounded(available) && isBounded(frozen), `${recipe}: an amount has at most 33 digits`);
    assert(
      isBookable(entry),
      `${recipe}: takes from an account that the spot writer does not guard`,
    );
  }
  return movement;
}

const isBounded = (amount: bigint): boolean => amount < AMOUNT_END && amount > -AMOUNT_END;

const isBookable = ({ accountType, available, frozen }: LedgerEntry): boolean =>
  accountType === ACCOUNT_TYPES.spot ||
  (frozen === 0n && (available >= 0n || accountType === TRANSIT_ACCOUNT || mayOwe(accountType)));
