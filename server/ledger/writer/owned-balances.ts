/**
 * The balances of a writer's own accounts in memory, and the changes that a batch has made to these and
 * other accounts. The accounts of an owner are loaded when they are needed, and forgotten when others need
 * the room.
 */
import { assert } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { mayBook, ownerOf } from '../account-owners.ts';
import type { AccountOwner } from '../account-owners.ts';
import { isHouse, isTransit, mayOwe, OWNERS } from '../chart.ts';
import { accountKey, overdraws } from '../invariants.ts';
import type { LedgerEntry } from '../movement.ts';

/** Balance of an account, in units of its currency. */
export interface OwnedBalance {
  readonly ownerId: number;
  readonly accountType: number;
  readonly currencyId: number;
  readonly available: bigint;
  readonly frozen: bigint;
}

/** Balances by owner. */
export type OwnerBalances = ReadonlyMap<number, readonly OwnedBalance[]>;

/** An owner whose accounts are in memory. */
interface LoadedOwner {
  readonly accounts: Account[];
  /** Number of the batch that has, or will have, the last change. */
  lastBatch: number;
  /** Whether it was used since the last look for owners to forget. */
  isRecent: boolean;
}

interface Account {
  readonly ownerId: number;
  readonly accountType: number;
  readonly currencyId: number;
  /** The owner, if the writer knows the balance. */
  readonly owner: LoadedOwner | null;
  available: bigint;
  frozen: bigint;
  /** Changes of the batch that is being filled. */
  availableDelta: bigint;
  frozenDelta: bigint;
  isTouched: boolean;
  /** Whether its row certainly exists. */
  hasRow: boolean;
}

/** The changes of a batch to the accounts. */
export interface AccountChanges {
  /** Additions to accounts that may have no row yet. */
  readonly opened: readonly LedgerEntry[];
  /** Changes of owned accounts that have a row. */
  readonly changed: readonly LedgerEntry[];
  /** Amounts that are taken from transit accounts, which have a row because the money reached them before. */
  readonly passed: readonly LedgerEntry[];
  /** Balances of users after the changes. */
  readonly balances: readonly OwnedBalance[];
}

/** Above every currency id. */
const CURRENCIES_MAX = 1_000_000;
/** Owners that one call looks at, so that it takes a fifth of a millisecond at most. */
const LOOKS_MAX = 64;

export class OwnedBalances {
  readonly #owner: AccountOwner;
  /** Owned accounts by owner and currency, by account type. */
  readonly #owned: ReadonlyMap<number, Map<number, Account>>;
  /** Loaded owners; the least recently used owner is in front. */
  readonly #loaded = new Map<number, LoadedOwner>();
  /** House accounts: only what a batch adds to them, never their balance. */
  readonly #house = new Map<number, Account>();
  /** Other accounts of users in this batch: also only what the batch adds. */
  readonly #others = new Map<string, Account>();
  #touched: Account[] = [];
  /** Number of the batch that is being filled, from 1. */
  #batch = 1;

  /** @param accountTypes the types whose balances the writer holds. */
  constructor(owner: AccountOwner, accountTypes: readonly number[]) {
    assert(
      accountTypes.every((type) => ownerOf(type) === owner),
      'a writer holds only accounts that it owns',
    );
    this.#owner = owner;
    this.#owned = new Map(accountTypes.map((type) => [type, new Map()]));
  }

  /** Number of accounts that the batch has changed. */
  get touchedCount(): number {
    return this.#touched.length;
  }

  /** Number of owners whose accounts are in memory. */
  get ownerCount(): number {
    return this.#loaded.size;
  }

  /** Owners whose accounts are in memory. */
  get owners(): readonly number[] {
    return [...this.#loaded.keys()];
  }

  /** Whether the accounts of the owner are in memory; otherwise call {@link load} first. */
  knows(ownerId: number): boolean {
    const owner = this.#loaded.get(ownerId);
    if (owner === undefined) return false;
    owner.isRecent = true;
    return true;
  }

  /** Returns the owners of these entries whose accounts must be loaded before they can be booked. */
  unknownOwners(entries: readonly LedgerEntry[]): readonly number[] {
    return entries.flatMap(({ ownerId, accountType }) =>
      this.#owned.has(accountType) && !this.#loaded.has(ownerId) ? [ownerId] : [],
    );
  }

  /** Loads all stored balances of an owner; does nothing for a loaded owner. */
  load(ownerId: number, balances: readonly OwnedBalance[]): void {
    if (this.#loaded.has(ownerId)) return;
    const owner: LoadedOwner = { accounts: [], lastBatch: 0, isRecent: true };
    this.#loaded.set(ownerId, owner);
    for (const { accountType, currencyId, available, frozen } of balances) {
      const account = newAccount(ownerId, accountType, currencyId, owner);
      account.available = available;
      account.frozen = frozen;
      account.hasRow = true;
      this.#ownedOf(accountType).set(keyOf(ownerId, currencyId), account);
    }
  }

  /**
   * Forgets owners who were not used lately, while more than `ownersMax` are in memory. An owner with a
   * frozen amount stays, and one whose last change is not durable, because the store has all
   * other balances. @param durableBatch number of the last durable batch. @param isHeld whether the writer needs
   * the owner for another reason. @returns the forgotten owners.
   */
  forgetIdle(
    durableBatch: number,
    ownersMax: number,
    isHeld: (ownerId: number) => boolean = () => false,
  ): readonly number[] {
    const forgotten: number[] = [];
    let looksLeft = Math.min(LOOKS_MAX, this.#loaded.size);
    for (const [ownerId, owner] of this.#loaded) {
      if (this.#loaded.size <= ownersMax || looksLeft === 0) break;
      looksLeft -= 1;
      this.#loaded.delete(ownerId);
      const isIdle = !isHouse(ownerId) && !owner.isRecent && !isNeeded(owner, durableBatch);
      if (!isIdle || isHeld(ownerId)) {
        owner.isRecent = false;
        // Its next turn comes after all others.
        this.#loaded.set(ownerId, owner);
        continue;
      }
      for (const { accountType, currencyId } of owner.accounts)
        this.#ownedOf(accountType).delete(keyOf(ownerId, currencyId));
      forgotten.push(ownerId);
    }
    return forgotten;
  }

  /** Returns the available units of the owner. @throws AssertionError when the owner is not loaded. */
  available(ownerId: number, accountType: number, currencyId: number): bigint {
    assert(this.#loaded.has(ownerId), 'a balance is read after the load of its owner');
    return this.#ownedOf(accountType).get(keyOf(ownerId, currencyId))?.available ?? 0n;
  }

  /** Returns the accounts of a loaded owner, as they are until the next change. */
  of(ownerId: number): readonly OwnedBalance[] {
    const owner = this.#loaded.get(ownerId);
    assert(owner !== undefined, 'balances are read after the load of their owner');
    return owner.accounts;
  }

  /** Whether the entries keep every owned account at or above zero; balances of other accounts are unknown here. */
  covers(entries: readonly LedgerEntry[]): boolean {
    return entries.every((entry) => {
      const owned = this.#owned.get(entry.accountType);
      return !owned || !overdraws(entry, owned.get(keyOf(entry.ownerId, entry.currencyId)));
    });
  }

  /**
   * @throws AssertionError when an owned balance falls below zero that must not owe, when its owner is not
   *   loaded, and when another owner must book the entry.
   */
  apply(entry: LedgerEntry): void {
    const account = this.#accountOf(entry);
    account.available += entry.available;
    account.frozen += entry.frozen;
    if (account.owner === null)
      assert(mayBook(entry, this.#owner), 'another owner books this entry');
    else if (account.available < 0n || account.frozen < 0n)
      assert(mayOwe(entry.accountType), 'a balance must not fall below zero');
    account.availableDelta += entry.available;
    account.frozenDelta += entry.frozen;
    if (account.isTouched) return;
    account.isTouched = true;
    this.#touched.push(account);
    if (account.owner === null) return;
    account.owner.lastBatch = this.#batch;
    account.owner.isRecent = true;
  }

  /** Returns the changes since the last call. */
  takeChanges(): AccountChanges {
    const opened: LedgerEntry[] = [];
    const changed: LedgerEntry[] = [];
    const passed: LedgerEntry[] = [];
    const balances: OwnedBalance[] = [];
    for (const account of this.#touched) {
      const { ownerId, accountType, currencyId, availableDelta, frozenDelta } = account;
      const deltas = { available: units(availableDelta), frozen: units(frozenDelta) };
      const entry = { ownerId, accountType, currencyId, ...deltas };
      if (isPassed(entry)) passed.push(entry);
      else if (!account.hasRow) opened.push(entry);
      else if (availableDelta !== 0n || frozenDelta !== 0n) changed.push(entry);
      account.isTouched = false;
      account.availableDelta = 0n;
      account.frozenDelta = 0n;
      if (account.owner === null) continue;
      account.hasRow = true;
      if (isHouse(ownerId)) continue;
      const { available, frozen } = account;
      balances.push({ ownerId, accountType, currencyId, available, frozen });
    }
    this.#touched = [];
    this.#batch += 1;
    this.#others.clear();
    // Sorted in the order in which `postMovement` locks accounts, to avoid deadlocks.
    opened.sort(byAccount);
    return { opened, changed, passed, balances };
  }

  #accountOf(entry: LedgerEntry): Account {
    const { ownerId, accountType, currencyId } = entry;
    const owned = this.#owned.get(accountType);
    if (owned === undefined && ownerId !== OWNERS.house) return this.#otherAccountOf(entry);
    const accounts = owned ?? this.#house;
    const key = keyOf(owned ? ownerId : accountType, currencyId);
    const known = accounts.get(key);
    if (known) return known;
    const owner = owned ? this.#loaded.get(ownerId) : null;
    assert(owner !== undefined, 'an account changes after the load of its owner');
    const account = newAccount(ownerId, accountType, currencyId, owner);
    accounts.set(key, account);
    return account;
  }

  #otherAccountOf(entry: LedgerEntry): Account {
    const key = accountKey(entry);
    const known = this.#others.get(key);
    if (known) return known;
    const account = newAccount(entry.ownerId, entry.accountType, entry.currencyId, null);
    this.#others.set(key, account);
    return account;
  }

  #ownedOf(accountType: number): Map<number, Account> {
    const owned = this.#owned.get(accountType);
    assert(owned !== undefined, 'the writer holds accounts of this type');
    return owned;
  }
}

/** A transit account that is taken from has a row, because the money reached it before. */
const isPassed = ({ accountType, available }: LedgerEntry): boolean =>
  isTransit(accountType) && available <= 0n;

const byAccount = (a: LedgerEntry, b: LedgerEntry): number =>
  a.ownerId - b.ownerId || a.accountType - b.accountType || a.currencyId - b.currencyId;

const keyOf = (ownerId: number, currencyId: number): number =>
  ownerId * CURRENCIES_MAX + currencyId;

const isNeeded = ({ accounts, lastBatch }: LoadedOwner, durableBatch: number): boolean =>
  lastBatch > durableBatch || accounts.some(({ frozen }) => frozen !== 0n);

function newAccount(
  ownerId: number,
  accountType: number,
  currencyId: number,
  owner: LoadedOwner | null,
): Account {
  const account: Account = {
    ownerId,
    accountType,
    currencyId,
    owner,
    available: 0n,
    frozen: 0n,
    availableDelta: 0n,
    frozenDelta: 0n,
    isTouched: false,
    hasRow: false,
  };
  owner?.accounts.push(account);
  return account;
}
