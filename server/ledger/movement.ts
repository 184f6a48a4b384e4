/** The ledger movement: a named, balanced change of accounts. */
import type { Units } from '../../contract/money/units.ts';

/** Names of the recipes, as in `ledger_movements.recipe`; never renamed. */
export type RecipeName =
  | 'seed.grant'
  | 'spot.order_placed'
  | 'spot.deal'
  | 'spot.order_ended'
  | 'spot.house_posted'
  | 'deposit.credited'
  | 'deposit.reversed'
  | 'deposit.recovered'
  | 'deposit.collected'
  | 'withdrawal.held'
  | 'withdrawal.released'
  | 'withdrawal.sent'
  | 'transfer.from_spot'
  | 'transfer.towards_spot'
  | 'transfer.into_spot'
  | 'transfer.towards_dealing'
  | 'transfer.into_dealing'
  | 'transfer.between'
  | 'shop.opened'
  | 'shop.closed'
  | 'fiat.ad_posted'
  | 'fiat.ad_resized'
  | 'fiat.ad_ended'
  | 'fiat.order_held'
  | 'fiat.order_released'
  | 'fiat.order_returned'
  | 'lever.order_placed'
  | 'lever.order_ended'
  | 'lever.opened'
  | 'lever.closed'
  | 'lever.shortfall_paid'
  | 'lever.debt_repaid'
  | 'lever.house_funded';

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
