/** All spot balances in memory, and the changes that a batch has made to them. */
import { assert } from '../../../contract/assert.ts';
import { units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { accountKey, overdraws } from '../../ledger/invariants.ts';
import type { LedgerEntry } from '../../ledger/movement.ts';
import type { SpotBalance } from './spot-events.ts';

interface Account {
  readonly ownerId: number;
  readonly accountType: number;
  readonly currencyId: number;
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
  readonly opened: readonly LedgerEntry[];
  readonly changed: readonly LedgerEntry[];
  readonly passed: readonly LedgerEntry[];
  /** Balances of users after the changes. */
  readonly balances: readonly SpotBalance[];
}

/** Above every currency id. */
const CURRENCIES_MAX = 1_000_000;

export class SpotBalances {
  readonly #spot = new Map<number, Account>();
  /** House accounts: only what a batch adds to them, never their balance. */
  readonly #house = new Map<number, Account>();
  /** Other accounts of users in this batch: also only what the batch adds. */
  readonly #others = new Map<string, Account>();
  #touched: Account[] = [];

  /** Loads a balance from the store. */
  load({ ownerId, currencyId, available, frozen }: SpotBalance): void {
    const account = newAccount(ownerId, ACCOUNT_TYPES.spot, currencyId);
    account.available = available;
    account.frozen = frozen;
    account.hasRow = true;
    this.#spot.set(keyOf(ownerId, currencyId), account);
  }

  /** Returns the available units of the owner. */
  available(ownerId: number, currencyId: number): bigint {
    return this.#spot.get(keyOf(ownerId, currencyId))?.available ?? 0n;
  }

  /** Whether the entries keep every spot account at or above zero; balances of other accounts are unknown here. */
  covers(entries: readonly LedgerEntry[]): boolean {
    return entries.every(
      (entry) =>
        entry.accountType !== ACCOUNT_TYPES.spot ||
        !overdraws(entry, this.#spot.get(keyOf(entry.ownerId, entry.currencyId))),
    );
  }

  /** @throws AssertionError when a balance of a spot account falls below zero. */
  apply(entry: LedgerEntry): void {
    const account = this.#accountOf(entry);
    account.available += entry.available;
    account.frozen += entry.frozen;
    assert(
      entry.accountType !== ACCOUNT_TYPES.spot || (account.available >= 0n && account.frozen >= 0n),
      'a spot balance must not fall below zero',
    );
    account.availableDelta += entry.available;
    account.frozenDelta += entry.frozen;
    if (account.isTouched) return;
    account.isTouched = true;
    this.#touched.push(account);
  }

  /** Returns the changes since the last call. */
  takeChanges(): AccountChanges {
    const opened: LedgerEntry[] = [];
    const changed: LedgerEntry[] = [];
    const passed: LedgerEntry[] = [];
    const balances: SpotBalance[] = [];
    for (const account of this.#touched) {
      const { ownerId, accountType, currencyId, availableDelta, frozenDelta } = account;
      const deltas = { available: units(availableDelta), frozen: units(frozenDelta) };
      const entry = { ownerId, accountType, currencyId, ...deltas };
      if (accountType === TRANSIT_ACCOUNT) passed.push(entry);
      else if (!account.hasRow) opened.push(entry);
      else if (availableDelta !== 0n || frozenDelta !== 0n) changed.push(entry);
      account.isTouched = false;
      account.availableDelta = 0n;
      account.frozenDelta = 0n;
      if (accountType !== ACCOUNT_TYPES.spot) continue;
      account.hasRow = true;
      if (ownerId > 0)
        balances.push({
          ownerId,
          currencyId,
          available: account.available,
          frozen: account.frozen,
        });
    }
    this.#touched = [];
    this.#others.clear();
    // Sorted in the order in which `postMovement` locks accounts, to avoid deadlocks.
    opened.sort(byAccount);
    return { opened, changed, passed, balances };
  }

  #accountOf(entry: LedgerEntry): Account {
    const { ownerId, accountType, currencyId } = entry;
    const isSpot = accountType === ACCOUNT_TYPES.spot;
    if (!isSpot && ownerId !== OWNERS.house) return this.#otherAccountOf(entry);
    const accounts = isSpot ? this.#spot : this.#house;
    const key = keyOf(isSpot ? ownerId : accountType, currencyId);
    const known = accounts.get(key);
    if (known) return known;
    const account = newAccount(ownerId, accountType, currencyId);
    accounts.set(key, account);
    return account;
  }

  #otherAccountOf(entry: LedgerEntry): Account {
    const key = accountKey(entry);
    const known = this.#others.get(key);
    if (known) return known;
    const account = newAccount(entry.ownerId, entry.accountType, entry.currencyId);
    this.#others.set(key, account);
    return account;
  }
}

const byAccount = (a: LedgerEntry, b: LedgerEntry): number =>
  a.ownerId - b.ownerId || a.accountType - b.accountType || a.currencyId - b.currencyId;

const keyOf = (ownerId: number, currencyId: number): number =>
  ownerId * CURRENCIES_MAX + currencyId;

const newAccount = (ownerId: number, accountType: number, currencyId: number): Account => ({
  ownerId,
  accountType,
  currencyId,
  available: 0n,
  frozen: 0n,
  availableDelta: 0n,
  frozenDelta: 0n,
  isTouched: false,
  hasRow: false,
});
