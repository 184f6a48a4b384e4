/**
 * The commit loop of a writer: commands that arrive during one commit form the next batch. There is no
 * timer between batches, so that a single command is committed immediately and concurrent commands share
 * a commit. A larger batch is sent while the one before is under way (ADR 52).
 */
import { assert, ensure } from '../../../contract/assert.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { endsWithin } from './commit-deadline.ts';

/**
 * The reason for which commits have ended. taken_over: another writer holds the fence. commit_failed: the
 * result of a commit is unknown. publication_failed: a listener's part of the process broke.
 */
type CommitsEnd = 'taken_over' | 'commit_failed' | 'publication_failed';

/** The commands of a batch are answered in one turn of the event loop. */
const COMMANDS_OF_BATCH_MAX = 512;
/**
 * A batch with this many rows is sealed. A batch exceeds it by at most the rows of its last command, so a
 * writer bounds those too.
 */
const ROWS_OF_BATCH_MAX = 4_096;
/** Commits under way: the store carries one out, and has the next. */
const COMMITS_MAX = 2;
/**
 * The commit of a batch with this many rows, which are about 14 opened or closed contracts, begins while another commit is
 * under way. A smaller batch waits for more commands, because a commit has a fixed cost.
 */
const ROWS_AHEAD_MIN = 128;
/** No command that adds work is accepted while this many sealed batches wait for their commit. */
const WAITING_BATCHES_MAX = 16;
/**
 * No command is accepted while this many sealed batches wait. Cancels have a higher limit than new
 * orders, so that users can still cancel under load.
 */
const WAITING_BATCHES_TO_CANCEL_MAX = 24;
/**
 * The longest time of one commit. It is far above every healthy commit, and above the time after which
 * PostgreSQL itself ends a statement or the holder of a lock, see `SESSION_LIMITS`.
 */
const COMMIT_MS_MAX = 20 * SECOND_MS;

interface Sealed<Committed> {
  /** Results for listeners and callers after the commit. */
  readonly committed: Committed;
}

interface GroupCommitParts<Committed, Batch extends Sealed<Committed>> {
  /** Returns the changes to memory since the last call. */
  seal(): Batch;
  /** Number of rows that the next {@link seal} would return. */
  rows(): number;
  /**
   * `commit` may be called again before it has resolved. It then writes the later batch only after the earlier one.
   * @returns false when another writer has taken over: nothing was written. @throws when the result is unknown.
   */
  readonly store: { commit(batch: Batch): Promise<boolean> };
  /** Called after each commit, before its commands resolve. @param ordinal of the batch, from 1. */
  onCommitted(batch: Committed, ordinal: number): void;
  /**
   * Called when the result of a commit is unknown, or another writer has taken over: memory may
   * differ from the database.
   */
  onFatal(end: CommitsEnd, error?: unknown): void;
  /** Longest time of a commit in milliseconds; only tests use another. */
  readonly commitMsMax?: number;
}

interface Waiting<Committed> {
  readonly promise: Promise<Committed>;
  readonly resolve: (batch: Committed) => void;
}

interface SealedWaiting<Committed, Batch> extends Waiting<Committed> {
  readonly sealed: Batch;
}

/** A batch whose commit is under way. */
interface Commit<Committed, Batch> {
  readonly batch: SealedWaiting<Committed, Batch>;
  /** Never rejects, because a failure ends the writer. */
  readonly isWritten: Promise<boolean>;
}

export class GroupCommit<Committed, Batch extends Sealed<Committed>> {
  readonly #parts: GroupCommitParts<Committed, Batch>;
  /** Sealed batches that are not committed, oldest first; the first ones are under way. */
  readonly #sealed: SealedWaiting<Committed, Batch>[] = [];
  /** Commits under way, oldest first. */
  readonly #commits: Commit<Committed, Batch>[] = [];
  /** The batch that collects commands. */
  #filling: Waiting<Committed> | undefined;
  #commands = 0;
  #isRunning = false;
  /** Whether {@link #beginSoon} has been called in the present turn. */
  #isBeginDue = false;
  #isDead = false;
  #committed = 0;

  constructor(parts: GroupCommitParts<Committed, Batch>) {
    this.#parts = parts;
  }

  /** False when commands arrive faster than they are committed, and after a failure. */
  get isOpen(): boolean {
    return !this.#isDead && this.#sealed.length < WAITING_BATCHES_MAX;
  }

  /** Like {@link isOpen}, for commands that end orders; it has a higher limit. */
  get isOpenToCancel(): boolean {
    return !this.#isDead && this.#sealed.length < WAITING_BATCHES_TO_CANCEL_MAX;
  }

  /** Whether commits have ended for good. */
  get isAbandoned(): boolean {
    return this.#isDead;
  }

  /** Ordinal of the batch that collects commands. */
  get ordinal(): number {
    return this.#committed + this.#sealed.length + 1;
  }

  /**
   * Adds a command that has changed memory to the batch. A listener may call it in the turn in which it receives a batch. @returns the batch when it is durable.
   */
  join(): Promise<Committed> {
    this.#filling ??= newWaiting();
    const { promise } = this.#filling;
    this.#commands += 1;
    if (this.#commands >= COMMANDS_OF_BATCH_MAX || this.#parts.rows() >= ROWS_OF_BATCH_MAX)
      this.#orEnd(() => this.#seal());
    if (!this.#isRunning && !this.#isDead) {
      this.#isRunning = true;
      // Runs after other requests of the same event loop turn.
      setImmediate(() => void this.#runOrFail());
    } else if (this.#commits.length > 0) this.#beginSoon();
    return promise;
  }

  /** Resolves when all changes to memory until now are durable. */
  async settled(): Promise<void> {
    await (this.#filling ?? this.#sealed.at(-1))?.promise;
  }

  /** Stops commits; promises of waiting commands never settle. */
  abandon(): void {
    this.#isDead = true;
  }

  async #runOrFail(): Promise<void> {
    try {
      await this.#run();
    } catch (error) {
      this.#end('publication_failed', error);
    }
  }

  /** Ends the writer if `work` throws, because memory may then differ from the store. */
  #orEnd(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#end('publication_failed', error);
    }
  }

  /** Starts what is due after the caller's present code, which may add more to the same batch. */
  #beginSoon(): void {
    if (this.#isBeginDue) return;
    this.#isBeginDue = true;
    queueMicrotask(() => {
      this.#isBeginDue = false;
      // Without a commit under way the loop starts the next one.
      if (this.#commits.length > 0) this.#orEnd(() => this.#begin());
    });
  }

  async #run(): Promise<void> {
    this.#begin();
    for (let [current] = this.#commits; current !== undefined; [current] = this.#commits) {
      if (!(await current.isWritten)) return;
      this.#commits.shift();
      this.#sealed.shift();
      this.#committed += 1;
      const ordinal = this.#committed;
      // The next commit starts before the listeners run, so that the store does not wait for them.
      this.#begin();
      this.#parts.onCommitted(current.batch.sealed.committed, ordinal);
      current.batch.resolve(current.batch.sealed.committed);
      // A listener may have added the first command of a batch.
      this.#begin();
    }
    this.#isRunning = false;
  }

  /** Starts the commits that are due. */
  #begin(): void {
    while (this.#isCommitDue()) {
      if (this.#sealed.length === this.#commits.length) this.#seal();
      const batch = ensure(this.#sealed[this.#commits.length], 'a sealed batch');
      // A later commit waits for the earlier one, which may take as long.
      const { commitMsMax = COMMIT_MS_MAX } = this.#parts;
      const msMax = commitMsMax * (this.#commits.length + 1);
      this.#commits.push({ batch, isWritten: this.#commit(batch.sealed, msMax) });
    }
  }

  #isCommitDue(): boolean {
    const { length } = this.#commits;
    if (this.#isDead || length >= COMMITS_MAX) return false;
    if (this.#sealed.length > length) return true;
    return this.#filling !== undefined && (length === 0 || this.#parts.rows() >= ROWS_AHEAD_MIN);
  }

  async #commit(sealed: Batch, msMax: number): Promise<boolean> {
    try {
      if (await endsWithin(this.#parts.store.commit(sealed), msMax)) return true;
      this.#end('taken_over');
    } catch (error) {
      this.#end('commit_failed', error);
    }
    return false;
  }

  /** Ends all commits. Notifies the owner once: two commits may fail for the same reason. */
  #end(end: CommitsEnd, error?: unknown): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#parts.onFatal(end, error);
  }

  #seal(): void {
    const filling = this.#filling;
    assert(filling !== undefined, 'a batch is sealed when it holds something');
    this.#sealed.push({ ...filling, sealed: this.#parts.seal() });
    this.#filling = undefined;
    this.#commands = 0;
  }
}

function newWaiting<Committed>(): Waiting<Committed> {
  let resolve: Waiting<Committed>['resolve'] = () => {};
  const promise = new Promise<Committed>((whenCommitted) => (resolve = whenCommitted));
  return { promise, resolve };
}
