/**
 * The commit loop: what gathers while one batch is being committed is the next batch. There is no
 * timer, so that a lone command is committed at once and a crowd shares its commits.
 */
import { assert } from '../../../contract/assert.ts';
import type { CommittedBatch } from './spot-events.ts';
import type { SealedBatch, SpotStore } from './spot-store.types.ts';

/** Why trading ends where the fence of another writer was met. */
export const TAKEN_OVER = 'another server has taken over the spot markets';

/** More only makes the wait longer, not the work less. */
const COMMANDS_OF_BATCH_MAX = 512;
/** Batches that wait to be committed; beyond, no order is placed. */
const WAITING_BATCHES_MAX = 16;
/** Beyond, nothing is taken: who wants to get out still can when nobody gets in any more. */
const WAITING_BATCHES_TO_CANCEL_MAX = 24;

export interface GroupCommitParts {
  /** Hands over what memory has done since the last call. */
  seal(): SealedBatch;
  readonly store: Pick<SpotStore, 'commit'>;
  /** Called after each commit, before those who wait for it go on. @param ordinal of the batch, from 1. */
  onCommitted(batch: CommittedBatch, ordinal: number): void;
  /** Whether the batch is written is not known, or another writer has taken over: memory cannot be trusted any more. */
  onFatal(reason: string, error?: unknown): void;
}

interface Waiting {
  readonly promise: Promise<CommittedBatch>;
  readonly resolve: (batch: CommittedBatch) => void;
}

interface SealedWaiting extends Waiting {
  readonly sealed: SealedBatch;
}

/** A batch on its way to the store. */
interface Commit {
  readonly batch: SealedWaiting;
  /** Never rejects: what fails ends trading. */
  readonly isWritten: Promise<boolean>;
}

export class GroupCommit {
  readonly #parts: GroupCommitParts;
  /** Sealed and not yet committed, oldest first. */
  readonly #sealed: SealedWaiting[] = [];
  /** The batch that is being filled. */
  #filling: Waiting | undefined;
  #commands = 0;
  #isRunning = false;
  #isDead = false;
  #committed = 0;

  constructor(parts: GroupCommitParts) {
    this.#parts = parts;
  }

  /** False when commands come faster than they are committed, and after a failure. */
  get isOpen(): boolean {
    return !this.#isDead && this.#sealed.length < WAITING_BATCHES_MAX;
  }

  /** As {@link isOpen}, for commands that end orders: it stays true for longer. */
  get isOpenToCancel(): boolean {
    return !this.#isDead && this.#sealed.length < WAITING_BATCHES_TO_CANCEL_MAX;
  }

  /** Whether nothing is committed any more. */
  get isAbandoned(): boolean {
    return this.#isDead;
  }

  /** Ordinal of the batch that is being filled. */
  get ordinal(): number {
    return this.#committed + this.#sealed.length + 1;
  }

  /** To be called after each command that changed memory. @returns the batch, once it is durable. */
  join(): Promise<CommittedBatch> {
    this.#filling ??= newWaiting();
    const { promise } = this.#filling;
    this.#commands += 1;
    if (this.#commands >= COMMANDS_OF_BATCH_MAX) this.#seal();
    if (!this.#isRunning && !this.#isDead) {
      this.#isRunning = true;
      // After the requests that arrived together with this one.
      setImmediate(() => void this.#runOrFail());
    }
    return promise;
  }

  /** Resolves when everything done to memory until now is durable. */
  async settled(): Promise<void> {
    await (this.#filling ?? this.#sealed.at(-1))?.promise;
  }

  /** Commits nothing more: whoever waits, waits until the process has ended. */
  abandon(): void {
    this.#isDead = true;
  }

  async #runOrFail(): Promise<void> {
    try {
      await this.#run();
    } catch (error) {
      this.#parts.onFatal('what was committed could not be told', error);
    }
  }

  async #run(): Promise<void> {
    for (let current = this.#begin(); current !== undefined;) {
      if (!(await current.isWritten)) return;
      this.#sealed.shift();
      this.#committed += 1;
      const ordinal = this.#committed;
      // The next one leaves before this one is told, so that the store does not wait for the telling.
      const next = this.#begin();
      this.#parts.onCommitted(current.batch.sealed.committed, ordinal);
      current.batch.resolve(current.batch.sealed.committed);
      current = next;
    }
    this.#isRunning = false;
  }

  /** Sends off the oldest batch that waits; undefined when nothing waits or nothing is committed any more. */
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
