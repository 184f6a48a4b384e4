/** Loads the accounts of owners into a writer's memory when they are first needed. */
import { ensure } from '../../../contract/assert.ts';
import { GatheredRead } from '../../kit/db/gathered-read.ts';
import type { OwnedBalance } from './owned-balances.ts';

export interface OwnerLoadParts {
  /** Returns the stored balances by owner; an owner without an account has an empty list. */
  read(ownerIds: readonly number[]): Promise<ReadonlyMap<number, readonly OwnedBalance[]>>;
  /** Whether the accounts of the owner are in memory. */
  knows(ownerId: number): boolean;
  /** Takes the balances of an owner who was not known when the read began. */
  take(ownerId: number, balances: readonly OwnedBalance[]): void;
}

type OwnerAccounts = readonly [ownerId: number, balances: readonly OwnedBalance[]];

/**
 * A read is as good as memory: only the writer changes the accounts, and it changes no account of an owner
 * who is not loaded.
 */
export class OwnerLoads {
  readonly #parts: OwnerLoadParts;
  readonly #reads: GatheredRead<number, OwnerAccounts>;

  constructor(parts: OwnerLoadParts) {
    this.#parts = parts;
    this.#reads = new GatheredRead<number, OwnerAccounts>(
      async (ownerIds) => [...(await parts.read(ownerIds))],
      ([ownerId]) => ownerId,
    );
  }

  /** Resolves when the accounts of the owner are in memory. */
  async load(ownerId: number): Promise<void> {
    if (this.#parts.knows(ownerId)) return;
    const found = ensure(await this.#reads.find(ownerId), 'the accounts of an owner');
    // Another caller may have loaded them, and a command may have changed them since.
    if (!this.#parts.knows(ownerId)) this.#parts.take(...found);
  }
}
