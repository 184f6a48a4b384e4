/**
 * Owner of each account type: the one writer that may take from it, as data. Each account type has one owner. Only the owner takes from an
 * account; all other code adds to it, directly or through its transit account.
 */
import { assert } from '../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import {
  DEALING_TRANSIT_ACCOUNT,
  HOUSE_ACCOUNTS,
  LEVER_DEBT_ACCOUNT,
  mayOwe,
  TRANSIT_ACCOUNT,
} from './chart.ts';
import type { LedgerEntry, Movement } from './movement.ts';

/**
 * spot, dealing: a writer that holds the balances in memory, of spot or of contracts. rows: no writer; a
 * transaction locks the rows.
 */
export type AccountOwner = 'spot' | 'dealing' | 'rows';

interface Ownership {
  readonly owner: AccountOwner;
  /**
   * The account type through which others add to this one, because its owner must book every change.
   * Null: others add to it directly, which a row takes at any time.
   */
  readonly transit: number | null;
}

const IN_ROWS: Ownership = { owner: 'rows', transit: null };
/** Only movements of contracts change these, so nothing reaches them from outside. */
const OF_DEALING: Ownership = { owner: 'dealing', transit: null };
const TO_DEALING: Ownership = { owner: 'dealing', transit: DEALING_TRANSIT_ACCOUNT };

const OWNERSHIPS: ReadonlyMap<number, Ownership> = new Map<number, Ownership>([
  [ACCOUNT_TYPES.spot, { owner: 'spot', transit: TRANSIT_ACCOUNT }],
  [ACCOUNT_TYPES.contract, TO_DEALING],
  [ACCOUNT_TYPES.fast_contract, TO_DEALING],
  [ACCOUNT_TYPES.fiat, IN_ROWS],
  [ACCOUNT_TYPES.financial, IN_ROWS],
  ...Object.values(HOUSE_ACCOUNTS).map((type) => [type, IN_ROWS] as const),
  [HOUSE_ACCOUNTS.leverPool, OF_DEALING],
  [HOUSE_ACCOUNTS.leverInsurance, OF_DEALING],
  [HOUSE_ACCOUNTS.leverFees, OF_DEALING],
  [HOUSE_ACCOUNTS.microPool, OF_DEALING],
  [LEVER_DEBT_ACCOUNT, OF_DEALING],
]);

/** The owner of the types behind a transit account, by transit account. */
const RECEIVERS: ReadonlyMap<number, AccountOwner> = new Map(
  [...OWNERSHIPS.values()].flatMap(({ owner, transit }) =>
    transit === null ? [] : [[transit, owner] as const],
  ),
);

/** Returns who books every change of accounts of this type. */
export const ownerOf = (accountType: number): AccountOwner =>
  RECEIVERS.get(accountType) ?? ownershipOf(accountType).owner;

/** Returns the transit account through which others add to this type; null when they add directly. */
export const transitOf = (accountType: number): number | null => ownershipOf(accountType).transit;

/** Returns the entry of the movement that `owner` must not book; undefined when it may book all of them. */
export const foreignEntryOf = (
  { entries }: Pick<Movement, 'entries'>,
  owner: AccountOwner,
): LedgerEntry | undefined => entries.find((entry) => !mayBook(entry, owner));

/** Returns whether `owner` may book the entry: it takes only from its own accounts, and adds where others may. */
export function mayBook(
  { accountType, available, frozen }: LedgerEntry,
  owner: AccountOwner,
): boolean {
  const booksIt = ownerOf(accountType);
  if (booksIt === owner) return true;
  // Nothing is frozen on its way.
  if (RECEIVERS.has(accountType)) return available >= 0n && frozen === 0n;
  // The dealing writer knows the balances of its accounts, so that no other may change them at all.
  if (booksIt === 'dealing') return false;
  if (mayOwe(accountType)) return true;
  if (available < 0n || frozen < 0n) return false;
  return transitOf(accountType) === null;
}

function ownershipOf(accountType: number): Ownership {
  const ownership = OWNERSHIPS.get(accountType);
  assert(ownership !== undefined, 'an account type has an owner');
  return ownership;
}
