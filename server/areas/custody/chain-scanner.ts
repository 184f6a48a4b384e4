/**
 * Follows one chain block by block and reports connected and disconnected blocks to the listener, in
 * order. Reports and the cursor are committed together, so that a crash repeats nothing and leaves out
 * nothing.
 */
import type { Database } from '../../kit/db/database.ts';
import { transaction } from '../../kit/db/transaction.ts';
import type { Job, Jobs } from '../../kit/jobs/jobs.ts';
import type { Log } from '../../kit/log.ts';
import type { ChainHealth } from './chain-health.ts';
import { advanceCursor, beginCursor, findCursor } from './chain-cursor.repo.ts';
import type { HaltCause } from './chain-halts.repo.ts';
import { findReadBlock, retreatCursor } from './chain-cursor.repo.ts';
import type { Block, BlockRef, Chain, ChainListener, OwnPayment } from './chain.types.ts';
import type { Payment, TransactionFate, Watch } from './chain.types.ts';
import { ChainUnavailableError } from './chain-unavailable-error.ts';
import { findAddressOwners } from './deposit-addresses.repo.ts';

interface ScannerParts {
  readonly chain: Chain;
  readonly database: Database;
  readonly listener: ChainListener;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly health: Pick<ChainHealth, 'halt'>;
}

/** The number of hashes kept; a deeper reorganization cannot be followed. */
export const BLOCKS_KEPT = 128;
/** Reading of a new chain starts this many blocks below its head, because its newest blocks may change. */
const FIRST_DEPTH = 64;
/** During catch-up, the scanner reports its cursor to the listener every this many blocks. */
const STEPS_PER_REPORT = 32;
const POLL_MS_MIN = 250;
const POLL_MS_MAX = 5_000;
const FAILED_POLL_MS_MAX = 30_000;

/** Another writer moved the cursor: it must be read again. */
class CursorMovedError extends Error {}
/** More blocks were replaced than hashes are kept. */
class ReorganisedTooDeepError extends Error {}

export class ChainScanner {
  readonly #parts: ScannerParts;
  #job: Job | undefined;
  #isStopping = false;
  #failures = 0;
  #stopListening: (() => void) | undefined;
  /** Undefined when it must be read from the database. */
  #cursor: BlockRef | undefined;
  /** Whether `#cursor` is not reported to the listener yet. */
  #hasChanged = true;
  #isFollowing = false;
  /** False after a failure, so that it is logged once. */
  #isWaitingRead = true;

  constructor(parts: ScannerParts) {
    this.#parts = parts;
  }

  /**
   * False before the first cursor is known, while a reorganization is too deep to follow, and while the
   * node is further behind than the kept blocks.
   */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Resolves when it is known whether the chain was read before; reading then continues in the background. */
  async start(): Promise<void> {
    const { chain, database } = this.#parts;
    this.#isFollowing = (await findCursor(database, chain.name)) !== undefined;
    const job = this.#parts.jobs.start('chain_reading', {
      subject: chain.name,
      failure: null,
      work: () => this.#round(),
      pauseMs: () => this.#pauseMs(),
    });
    this.#job = job;
    this.#stopListening = chain.onChange?.(() => void job.runNow());
    void job.runNow();
  }

  /** Resolves after the round that is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    await this.#job?.stop();
  }

  /** Reads the present blocks; resolves after their report or its failure. */
  async catchUp(): Promise<void> {
    await this.#job?.runNow();
  }

  async #round(): Promise<void> {
    if (this.#isStopping) return;
    try {
      const head = await this.#read();
      await this.#readWaiting(head);
      if (this.#failures > 0) this.#parts.log.info(this.#named(), 'the chain is read again');
      this.#failures = 0;
    } catch (error) {
      await this.#fail(error);
      if (!this.#isStopping) throw error;
    }
  }

  /** Returns the last block that was read. */
  async #read(): Promise<BlockRef> {
    const { chain } = this.#parts;
    const head = await chain.head();
    let cursor = (this.#cursor ??= await this.#findCursor(head));
    for (let steps = 1; !this.#isStopping; steps++) {
      const moved = await this.#step(cursor, head);
      if (moved === null) break;
      this.#cursor = cursor = moved;
      this.#hasChanged = true;
      if (steps % STEPS_PER_REPORT === 0) await this.#report(cursor);
    }
    await this.#report(cursor);
    await this.#noteDistance(cursor, head);
    return cursor;
  }

  /** The stored blocks cannot be compared with a node that is this far behind, so it may be of another chain. */
  async #noteDistance(cursor: BlockRef, head: BlockRef): Promise<void> {
    const isLost = head.number <= cursor.number - BLOCKS_KEPT;
    if (isLost && this.#isFollowing)
      this.#parts.log.error(
        { ...this.#named(), cursor, head },
        'the node is far behind the blocks that were read',
      );
    this.#isFollowing = !isLost;
    if (isLost)
      await this.#halt('node_behind', `block ${cursor.number} was read, ${head.number} is newest`);
  }

  /**
   * Reads pending payments. A failure does not stop the reading of blocks, because blocks report the
   * same payments later.
   */
  async #readWaiting(head: BlockRef): Promise<void> {
    const { chain, listener, log } = this.#parts;
    if (this.#isStopping) return;
    try {
      const payments = await this.#ownOf((watch) => chain.waiting(watch));
      const fateOf = (hash: string) => this.#fateOf(hash, head);
      await listener.waitingRead({ chain: chain.name, payments, fateOf });
      this.#isWaitingRead = true;
    } catch (error) {
      if (this.#isWaitingRead && !this.#isStopping)
        log.warn({ ...this.#named(), err: error }, 'pending payments cannot be read now');
      this.#isWaitingRead = false;
    }
  }

  async #fateOf(transactionHash: string, head: BlockRef): Promise<TransactionFate> {
    const { chain, database } = this.#parts;
    const place = await chain.locate(transactionHash);
    if (place === null) return 'unknown';
    if (place === 'waiting' || place.number > head.number) return 'waiting';
    const read = await findReadBlock(database, chain.name, place.number);
    // A stored block with another hash is replaced, but its replacement is not reported yet.
    return read === null || read.hash === place.hash ? 'reported' : 'waiting';
  }

  async #report(cursor: BlockRef): Promise<void> {
    if (!this.#hasChanged) return;
    await this.#parts.listener.headMoved(this.#parts.chain.name, cursor);
    this.#hasChanged = false;
  }

  async #findCursor(head: BlockRef): Promise<BlockRef> {
    const { chain, database } = this.#parts;
    const known = await findCursor(database, chain.name);
    if (known !== undefined) return known;
    const first = await chain.block(Math.max(0, head.number - FIRST_DEPTH));
    if (first === null) throw new ChainUnavailableError(chain.name, 'block_gone');
    await beginCursor(database, chain.name, first);
    return first;
  }

  /** Moves one block forward, or back to the fork. Returns null when there is nothing new. */
  async #step(cursor: BlockRef, head: BlockRef): Promise<BlockRef | null> {
    const { chain, database } = this.#parts;
    if (head.number > cursor.number) {
      const next = await chain.block(cursor.number + 1);
      if (next === null) return null;
      return next.parentHash === cursor.hash ? this.#connect(cursor, next) : this.#goBack(cursor);
    }
    const read = await findReadBlock(database, chain.name, head.number);
    // The node is behind when it reports a head that was read before, or one below all kept blocks.
    if (read === null || read.hash === head.hash) return null;
    return this.#goBack(cursor);
  }

  /**
   * Disconnects blocks only after it finds the fork. Returns null without a fork: the answer was
   * outdated, or from a node that is behind.
   */
  async #goBack(cursor: BlockRef): Promise<BlockRef | null> {
    const { chain, database, log } = this.#parts;
    const above: BlockRef[] = [];
    // Only another block at the same height proves a replacement; no block means that the node is
    // behind.
    let isForked = false;
    let block = cursor;
    for (;;) {
      const present = await chain.block(block.number);
      if (present?.hash === block.hash) break;
      if (present !== null) isForked = true;
      above.push(block);
      const below = await findReadBlock(database, chain.name, block.number - 1);
      if (below === null && !isForked) return null;
      if (below === null) throw new ReorganisedTooDeepError();
      block = below;
    }
    if (!isForked) return null;
    for (const one of above) await this.#disconnect(one);
    log.warn({ ...this.#named(), depth: above.length, onto: block }, 'blocks were replaced');
    return block;
  }

  async #connect(cursor: BlockRef, { number, hash }: Block): Promise<BlockRef> {
    const { chain, database, listener } = this.#parts;
    const block = { number, hash };
    const payments = await this.#ownOf((watch) => chain.payments(block, watch));
    await transaction(database, async (tx) => {
      if (!(await advanceCursor(tx, chain.name, cursor, block, BLOCKS_KEPT)))
        throw new CursorMovedError();
      await listener.blockConnected(tx, { chain: chain.name, block, payments });
    });
    return block;
  }

  async #disconnect(block: BlockRef): Promise<void> {
    const { chain, database, listener } = this.#parts;
    await transaction(database, async (tx) => {
      if (!(await retreatCursor(tx, chain.name, block))) throw new CursorMovedError();
      await listener.blockDisconnected(tx, { chain: chain.name, block });
    });
  }

  /** Returns the payments to addresses of users. */
  async #ownOf(
    find: (watch: Watch) => Promise<readonly Payment[]>,
  ): Promise<readonly OwnPayment[]> {
    const { chain, database } = this.#parts;
    const owners = new Map<string, number>();
    const payments = await find(async (addresses) => {
      if (addresses.length === 0) return new Set();
      const found = await findAddressOwners(database, chain.name, addresses);
      for (const { address, userId } of found) owners.set(address, userId);
      return new Set(owners.keys());
    });
    return payments.flatMap((payment) => {
      const userId = owners.get(payment.address);
      return userId === undefined ? [] : [{ ...payment, userId }];
    });
  }

  async #fail(error: unknown): Promise<void> {
    // Read again, because other writers may have committed, or this one may have left work undone.
    this.#cursor = undefined;
    if (this.#isStopping || error instanceof CursorMovedError) return;
    const { log } = this.#parts;
    if (error instanceof ReorganisedTooDeepError) {
      this.#isFollowing = false;
      await this.#halt('fork_too_deep', `more than ${BLOCKS_KEPT} blocks were replaced`);
    }
    if (this.#failures++ > 0) return;
    if (error instanceof ReorganisedTooDeepError)
      log.error(this.#named(), 'more blocks were replaced than are kept: nothing is read');
    else log.warn({ ...this.#named(), err: error }, 'the chain cannot be read now');
  }

  #halt(cause: HaltCause, detail: string): Promise<void> {
    const { chain, database, health } = this.#parts;
    return health.halt(database, chain.name, cause, detail);
  }

  #named() {
    return { chain: this.#parts.chain.name };
  }

  #pauseMs(): number {
    const usual = Math.min(
      Math.max(this.#parts.chain.blockIntervalMs / 2, POLL_MS_MIN),
      POLL_MS_MAX,
    );
    return Math.min(usual * 2 ** this.#failures, FAILED_POLL_MS_MAX);
  }
}
