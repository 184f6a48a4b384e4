/**
 * The commit loop: commands that arrive during one commit form the next batch. There is no timer, so
 * that a single command is committed immediately and concurrent commands share a commit.
 */
import { assert } from '../../../contract/assert.ts';
import type { CommittedBatch } from './spot-events.ts';
import type { SealedBatch, SpotStore } from './spot-store.types.ts';

/** The reason for the end of trading when another writer holds the fence. */
export const TAKEN_OVER = 'another server has taken over the spot markets';

/** A larger batch takes longer without saving work. */
const COMMANDS_OF_BATCH_MAX = 512;
/** No order is placed while this many sealed batches wait for their commit. */
const WAITING_BATCHES_MAX = 16;
/**
 * No command is accepted while this many sealed batches wait. Cancels have a higher limit than new
 * orders, so that users can still cancel under load.
 */
const WAITING_BATCHES_TO_CANCEL_MAX = 24;

export interface GroupCommitParts {
  /** Returns the changes to memory since the last call. */
  seal(): SealedBatch;
  readonly store: Pick<SpotStore, 'commit'>;
  /** Called after each commit, before its commands resolve. @param ordinal of the batch, from 1. */
  onCommitted(batch: CommittedBatch, ordinal: number): void;
  /**
   * Called when the result of a commit is unknown, or another writer has taken over: memory is not
   * reliable anymore.
   */
  onFatal(reason: string, error?: unknown): void;
}

interface Waiting {
  readonly promise: Promise<CommittedBatch>;
  readonly resolve: (batch: CommittedBatch) => void;
}

interface SealedWaiting extends Waiting {
  readonly sealed: SealedBatch;
}

/** A batch whose commit is under way. */
interface Commit {
  readonly batch: SealedWaiting;
  /** Never rejects, because a failure ends trading. */
  readonly isWritten: Promise<boolean>;
}

export class GroupCommit {
  readonly #parts: GroupCommitParts;
  /** Sealed batches before their commit, oldest first. */
  readonly #sealed: SealedWaiting[] = [];
  /** The batch that collects commands. */
  #filling: Waiting | undefined;
  #commands = 0;
  #isRunning = false;
  #isDead = false;
  #committed = 0;

  constructor(parts: GroupCommitParts) {
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

  /** Adds a command that has changed memory to the batch. @returns the batch when it is durable. */
  join(): Promise<CommittedBatch> {
    this.#filling ??= newWaiting();
    const { promise } = this.#filling;
    this.#commands += 1;
    if (this.#commands >= COMMANDS_OF_BATCH_MAX) this.#seal();
    if (!this.#isRunning && !this.#isDead) {
      this.#isRunning = true;
      // Runs after other requests of the same event loop turn.
      setImmediate(() => void this.#runOrFail());
    }
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
      this.#parts.onFatal('a committed batch could not be published', error);
    }
  }

  async #run(): Promise<void> {
    for (let current = this.#begin(); current !== undefined;) {
      if (!(await current.isWritten)) return;
      this.#sealed.shift();
      this.#committed += 1;
      const ordinal = this.#committed;
      // The next commit starts before the listeners run, so that the store does not wait for them.
      const next = this.#begin();
      this.#parts.onCommitted(current.batch.sealed.committed, ordinal);
      current.batch.resolve(current.batch.sealed.committed);
      current = next;
    }
    this.#isRunning = false;
  }

  /** Starts the commit of the oldest batch; undefined when there is none or commits have ended. */
  #begin(): Commit | undefined {
    if (this.#isDead) return undefined;
    if (this.#sealed.length === 0 && this.#filling) this.#seal();
    const [batch] = this.#sealed;
    return batch && { batch, isWritten: this.#commit(batch.sealed) };
  }

  async #commit(sealed: SealedBatch): Promise<boolean> {
    try {
      if (await this.#parts.store.commit(sealed)) return true;
      this.#parts.onFatal(TAKEN_OVER);
    } catch (error) {
      this.#parts.onFatal('a commit of spot orders failed', error);
    }
    return false;
  }

  #seal(): void {
    const filling = this.#filling;
    assert(filling !== undefined, 'a batch is sealed when it holds something');
    this.#sealed.push({ ...filling, sealed: this.#parts.seal() });
    this.#filling = undefined;
    this.#commands = 0;
  }
}

function newWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => {};
  const promise = new Promise<CommittedBatch>((whenCommitted) => (resolve = whenCommitted));
  return { promise, resolve };
}
