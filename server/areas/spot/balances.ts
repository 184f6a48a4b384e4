/** The spot balances of everybody, in memory, and what a batch has changed of them. */
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
  /** Whether its row is sure to be there. */
  hasRow: boolean;
}

/** What a batch has changed of the accounts. */
export interface AccountChanges {
  readonly opened: readonly LedgerEntry[];
  readonly changed: readonly LedgerEntry[];
  readonly passed: readonly LedgerEntry[];
  /** Of people, as they are now. */
  readonly balances: readonly SpotBalance[];
}

/** More than any currency id. */
const CURRENCIES_MAX = 1_000_000;

export class SpotBalances {
  readonly #spot = new Map<number, Account>();
  /** Accounts of the house: what a batch adds to them, never how much they hold. */
  readonly #house = new Map<number, Account>();
  /** Likewise other accounts of people, in this batch. */
  readonly #others = new Map<string, Account>();
  #touched: Account[] = [];

  /** Takes over a balance from the store. */
  load({ ownerId, currencyId, available, frozen }: SpotBalance): void {
    const account = newAccount(ownerId, ACCOUNT_TYPES.spot, currencyId);
    account.available = available;
    account.frozen = frozen;
    account.hasRow = true;
    this.#spot.set(keyOf(ownerId, currencyId), account);
  }

  /** Units that the owner may use. */
  available(ownerId: number, currencyId: number): bigint {
    return this.#spot.get(keyOf(ownerId, currencyId))?.available ?? 0n;
  }

  /** Whether no spot account falls below zero by the entries; nothing is known of other accounts. */
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

  /** What has changed since the last call. */
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
    // In the order in which `postMovement` locks them: neither then waits for the other.
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
