/** Invariants of every movement and every balance, as pure functions. */
import { assert } from '../../contract/assert.ts';
import { mayOwe } from './chart.ts';
import type { LedgerEntry, Movement } from './movement.ts';

/**
 * Amounts from outside are below it, in units of any currency, so that sums stay far from the 38 digits
 * of a balance.
 */
export const AMOUNT_END = 10n ** 33n;

export interface AccountBalance {
  /** Available balance in units of the account's currency. */
  readonly available: bigint;
  readonly frozen: bigint;
}

type AccountOf = Pick<LedgerEntry, 'ownerId' | 'accountType' | 'currencyId'>;

/** Returns a unique text for each account. */
export const accountKey = ({ ownerId, accountType, currencyId }: AccountOf): string =>
  `${ownerId}/${accountType}/${currencyId}`;

/** Returns whether `entry` would make available or frozen negative where that is not allowed. */
export function overdraws(
  entry: LedgerEntry,
  { available, frozen }: AccountBalance = { available: 0n, frozen: 0n },
): boolean {
  if (mayOwe(entry.accountType)) return false;
  return available + entry.available < 0n || frozen + entry.frozen < 0n;
}

/**
 * Returns the movement. Written as plain loops, because it runs for every order and trade.
 * @throws AssertionError unless each currency adds up to zero and each account occurs once.
 */
export function checked(movement: Movement): Movement {
  const { entries, recipe } = movement;
  assert(entries.length > 0, `${recipe}: a movement has entries`);
  for (let i = 0; i < entries.length; i++) checkEntry(entries, i, recipe);
  return movement;
}

function checkEntry(entries: readonly LedgerEntry[], i: number, recipe: string): void {
  const { ownerId, accountType, currencyId } = entries[i] as LedgerEntry;
  let sum = 0n;
  for (let j = 0; j < entries.length; j++) {
    const other = entries[j] as LedgerEntry;
    if (other.currencyId !== currencyId) continue;
    const isSameAccount = other.ownerId === ownerId && other.accountType === accountType;
    assert(j === i || !isSameAccount, `${recipe}: an account has one entry`);
    sum += other.available + other.frozen;
  }
  assert(sum === 0n, `${recipe}: currency ${currencyId} does not add up to zero`);
}
