/** The ledger movement: a named, balanced change of accounts. */
import type { Units } from '../../contract/money/units.ts';

/** `<area or record>.<event>`, as in `ledger_movements.recipe`; never renamed. Each area names its own. */
export type RecipeName = `${string}.${string}`;

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
  /** The cause's id, by recipe: number of the order, trade, deposit …, or name of the grant. */
  readonly causeId: string;
  /** Owner who acted; 0 for the exchange itself. */
  readonly actorId: number;
  readonly requestId: string;
  /** At least one entry; each account once. */
  readonly entries: readonly LedgerEntry[];
}
