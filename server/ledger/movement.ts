/** What a movement is: a named, balanced change of accounts; and the rule that every one must keep. */
import { assert } from '../../contract/assert.ts';
import type { Units } from '../../contract/money/units.ts';

/** Names of the recipes, as they stand in `ledger_movements.recipe`; never renamed. */
export type RecipeName = 'seed.grant' | 'spot.order_placed' | 'spot.deal' | 'spot.order_ended';

/** Change of one account. */
export interface LedgerEntry {
  readonly ownerId: number;
  readonly accountType: number;
  readonly currencyId: number;
  readonly available: Units;
  readonly frozen: Units;
}

/** One row of `ledger_movements` without its number and time, and its entries. */
export interface Movement {
  readonly recipe: RecipeName;
  /** What it was for: number of the order or deal, name of the grant, by recipe. */
  readonly causeId: string;
  /** Owner who acted; 0 for the house itself. */
  readonly actorId: number;
  readonly requestId: string;
  /** At least one; each account once. */
  readonly entries: readonly LedgerEntry[];
}

/**
 * Gives the movement back. Written as plain loops: it runs for every order and deal.
 * @throws AssertionError unless each currency adds up to zero and each account is there once.
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
