/** Loads the accounts of owners into a writer's memory when they are first needed. */
import { ensure } from '../../../contract/assert.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import type { OwnedBalance } from './owned-balances.ts';

interface OwnerLoadParts {
  /** Returns the stored balances by owner; an owner without an account has an empty list. */
  read(ownerIds: readonly number[]): Promise<ReadonlyMap<number, readonly OwnedBalance[]>>;
  /** Whether the accounts of the owner are in memory. */
  knows(ownerId: number): boolean;
  /** Takes the balances of an owner who was not known when the read began. */
  take(ownerId: number, balances: readonly OwnedBalance[]): void;
}

type OwnerAccounts = readonly [ownerId: number, balances: readonly OwnedBalance[]];

/** A read of the store that is under way. */
interface RunningRead {
  /** Whether the owner was known and forgotten since it began: it may have missed a change. */
  isOutdated: boolean;
}

/**
 * A read is as good as memory: only the writer changes the accounts, and it changes no account of an owner
 * who is not loaded.
 */
export class OwnerLoads {
  readonly #parts: OwnerLoadParts;
  readonly #reads: GatheredRead<number, OwnerAccounts>;
  readonly #running = new Map<number, Set<RunningRead>>();

  constructor(parts: OwnerLoadParts) {
    this.#parts = parts;
    this.#reads = new GatheredRead<number, OwnerAccounts>(
      async (ownerIds) => [...(await parts.read(ownerIds))],
      ([ownerId]) => ownerId,
    );
  }

  /** Resolves when the accounts of the owner are in memory. */
  async load(ownerId: number): Promise<void> {
    while (!this.#parts.knows(ownerId)) {
      const read: RunningRead = { isOutdated: false };
      const found = await this.#during(ownerId, read);
      // Another caller may have loaded them, and a command may have changed them since.
      if (!read.isOutdated && !this.#parts.knows(ownerId)) this.#parts.take(...found);
    }
  }

  /** Must be called with owners who are no longer in memory. */
  noteForgotten(ownerIds: readonly number[]): void {
    for (const ownerId of ownerIds)
      for (const read of this.#running.get(ownerId) ?? []) read.isOutdated = true;
  }

  async #during(ownerId: number, read: RunningRead): Promise<OwnerAccounts> {
    const running = this.#running.get(ownerId) ?? new Set();
    this.#running.set(ownerId, running.add(read));
    try {
      return ensure(await this.#reads.find(ownerId), 'the accounts of an owner');
    } finally {
      running.delete(read);
      if (running.size === 0) this.#running.delete(ownerId);
    }
  }
}
