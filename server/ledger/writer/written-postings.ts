/** Movements that others store and a writer books: see `postings.types.ts`. */
import { assert, ensure } from '../../../contract/assert.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import { foreignEntryOf } from '../account-owners.ts';
import type { AccountOwner } from '../account-owners.ts';
import { AMOUNT_END, checked } from '../invariants.ts';
import type { Movement } from '../movement.ts';
import { findOpenPostings, findPostings, insertPosting, refuseOrphans } from './postings.repo.ts';
import type { PostingRow, PostingTables } from './postings.repo.ts';
import type {
  PostingId,
  PostingRefusal,
  Postings,
  PostingWriter,
  WrittenPosting,
} from './postings.types.ts';

type Answer<More extends ErrorName> = Result<null, PostingRefusal | More>;

/** Whose postings they are. */
export interface PostingTarget extends PostingTables {
  readonly owner: AccountOwner;
  /** The job that books postings that callers have left open. */
  readonly job: 'spot_postings' | 'dealing_postings';
}

interface PostingsParts<More extends ErrorName = never> {
  readonly target: PostingTarget;
  readonly database: Database;
  readonly writer: PostingWriter<More>;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Jobs;
  /** Runs after each sweep, for work that follows from booked postings. */
  onSwept?(): Promise<void>;
}

/** The number of open postings that are read and booked together. */
const SWEEP_COUNT = 256;

/** {@link Postings} of one writer; call `recover` first. */
export class WrittenPostings<More extends ErrorName = never> implements Postings<More> {
  readonly #parts: PostingsParts<More>;
  readonly #rows: GatheredRead<PostingId, PostingRow>;
  /** The running work by posting, one at a time, so that its row is never outdated. */
  readonly #running = new Map<PostingId, Promise<unknown>>();
  /** The highest posting that was read here: it may have ended since, like every one before it. */
  #readMax: PostingId = 0;
  /** Postings that the last sweep found open. */
  #left: ReadonlySet<PostingId> = new Set();
  #job: Job | undefined;
  #isClosed = false;

  constructor(parts: PostingsParts<More>) {
    this.#parts = parts;
    this.#rows = new GatheredRead(
      (ids) => findPostings(parts.database, parts.target, ids),
      (row) => row.id,
    );
  }

  get isOpen(): boolean {
    return this.#parts.writer.takesPostings;
  }

  async intend(tx: Transaction, movement: Movement, now: EpochMs): Promise<PostingId> {
    const { owner, table } = this.#parts.target;
    return insertPosting(tx, table, checkedPosting(movement, owner), now);
  }

  post(id: PostingId, stored?: Movement): Promise<Answer<More>> {
    const { writer, clock, target } = this.#parts;
    const book = (posting: WrittenPosting) => writer.bookPosting(posting, clock.now());
    // No other caller has seen it, so it is still open.
    if (stored !== undefined && id > this.#readMax)
      return this.#after(id, () => book({ id, movement: checkedPosting(stored, target.owner) }));
    return this.#inTurn(id, book);
  }

  async postOrRefuse(id: PostingId, stored?: Movement): Promise<Answer<More>> {
    const answer = await this.post(id, stored);
    if (answer.ok || answer.error !== 'service_unavailable') return answer;
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
    this.#job ??= this.#parts.jobs.start(this.#parts.target.job, {
      failure: null,
      work: () => this.#sweepOnce(),
    });
    await this.#bookAll(await this.#findOpen());
  }

  /** Ends the sweep. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#job?.stop();
  }

  /** Runs `work` on an open posting, after earlier work on it; otherwise returns its result. */
  #inTurn(id: PostingId, work: (row: PostingRow) => Promise<Answer<More>>): Promise<Answer<More>> {
    this.#readMax = Math.max(this.#readMax, id);
    return this.#after(id, async () => {
      const row = ensure(await this.#rows.find(id), `posting ${id}`);
      if (row.state === 'open') return this.#isIntended(row) ? work(row) : this.#refuse(row);
      if (row.state === 'waiting') return refuse('service_unavailable');
      return row.state === 'booked' ? ok(null) : refuse('insufficient_balance');
    });
  }

  /** Whether {@link intend} can have stored the movement. */
  #isIntended({ id, movement }: WrittenPosting): boolean {
    try {
      checkedPosting(movement, this.#parts.target.owner);
      return true;
    } catch (error) {
      this.#parts.log.error({ err: error, posting: id }, 'a stored posting must not be booked');
      return false;
    }
  }

  /** Refuses a movement for good that would end the writer, so that other postings are still booked. */
  async #refuse({ id }: WrittenPosting): Promise<Answer<More>> {
    const { writer, clock } = this.#parts;
    const isRefused = await writer.refusePosting(id, clock.now());
    return refuse(isRefused ? 'insufficient_balance' : 'service_unavailable');
  }

  #after(id: PostingId, work: () => Promise<Answer<More>>): Promise<Answer<More>> {
    const turn = (this.#running.get(id) ?? Promise.resolve()).then(work);
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
    const { database, target } = this.#parts;
    const found: PostingId[] = [];
    for (;;) {
      const page = await findOpenPostings(database, target, found.at(-1) ?? 0, SWEEP_COUNT);
      found.push(...page);
      if (page.length < SWEEP_COUNT) return found;
    }
  }

  /** Books page by page while the writer accepts postings. */
  async #bookAll(ids: readonly PostingId[]): Promise<void> {
    for (let done = 0; done < ids.length && this.isOpen && !this.#isClosed; done += SWEEP_COUNT)
      await Promise.all(ids.slice(done, done + SWEEP_COUNT).map((id) => this.post(id)));
  }

  /** Books postings that were open in two sweeps in a row, because callers usually book their own immediately. */
  async #sweepOnce(): Promise<void> {
    try {
      const { database, target, clock } = this.#parts;
      await refuseOrphans(database, target, clock.now());
      const open = await this.#findOpen();
      const leftOver = open.filter((id) => this.#left.has(id));
      this.#left = new Set(open);
      if (leftOver.length > 0)
        this.#parts.log.warn({ postings: leftOver.length }, 'postings were left open');
      await this.#bookAll(leftOver);
      await this.#parts.onSwept?.();
    } catch (error) {
      if (!this.#isClosed)
        this.#parts.log.error({ err: error }, 'open postings could not be booked');
      throw error;
    }
  }
}

/**
 * Validates the movement and returns it. The memory of the owner guards only its own balances, so that a
 * movement may take only from these (`account-owners.ts`).
 * @throws AssertionError
 */
export function checkedPosting(movement: Movement, owner: AccountOwner): Movement {
  const { recipe, entries } = checked(movement);
  for (const { available, frozen } of entries)
    assert(isBounded(available) && isBounded(frozen), `${recipe}: an amount has at most 33 digits`);
  const foreign = foreignEntryOf(movement, owner);
  assert(
    foreign === undefined,
    `${recipe}: changes account type ${foreign?.accountType}, which the ${owner} writer does not guard`,
  );
  return movement;
}

const isBounded = (amount: bigint): boolean => amount < AMOUNT_END && amount > -AMOUNT_END;
