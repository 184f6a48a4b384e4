/**
 * Recipes of fiat trading: pure functions from facts to balanced movements between fiat accounts,
 * for `postMovement`. The possible cost of ads, shops and orders is frozen there until it is paid
 * or returned.
 */
import { assert } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';

export interface FiatFunds {
  /**
   * Number of the ad or order, or {@link openingOf} a shop; identifies the movement together with
   * the recipe.
   */
  readonly causeId: string;
  /** Merchant, or seller of the order. */
  readonly ownerId: number;
  /** Owner who acted; 0 for the exchange itself. */
  readonly actorId: number;
  readonly requestId: string;
  readonly currencyId: number;
  /** Above zero. */
  readonly amount: Units;
}

/** Cause of the movements of a shop's deposit. @param openings number of times it was opened. */
export const openingOf = (shop: { readonly id: number; readonly openings: number }): string =>
  `${shop.id}/${shop.openings}`;

/** `shop.opened`: the deposit is frozen. */
export const shopOpened = (funds: FiatFunds): Movement => frozen('shop.opened', funds);
/** `shop.closed`: the deposit is available again. */
export const shopClosed = (funds: FiatFunds): Movement => thawed('shop.closed', funds);

/** `fiat.ad_posted`: the total of a sell ad is frozen. */
export const adPosted = (funds: FiatFunds): Movement => frozen('fiat.ad_posted', funds);
/**
 * `fiat.ad_resized`: more or less of a sell ad is frozen. @param change of its total, not zero;
 * instead of the amount.
 */
export const adResized = (funds: Omit<FiatFunds, 'amount'>, change: bigint): Movement =>
  change > 0n
    ? frozen('fiat.ad_resized', { ...funds, amount: units(change) })
    : thawed('fiat.ad_resized', { ...funds, amount: units(-change) });
/** `fiat.ad_ended`: the unsold rest of a sell ad is available again. */
export const adEnded = (funds: FiatFunds): Movement => thawed('fiat.ad_ended', funds);

/** `fiat.order_held`: the coins of a user who sells to a buy ad are frozen. */
export const fiatOrderHeld = (funds: FiatFunds): Movement => frozen('fiat.order_held', funds);
/** `fiat.order_returned`: the coins are available to the seller again. */
export const fiatOrderReturned = (funds: FiatFunds): Movement =>
  thawed('fiat.order_returned', funds);
/** `fiat.order_released`: the frozen coins of the seller become available to the buyer. */
export function fiatOrderReleased(funds: FiatFunds, buyerId: number): Movement {
  const { amount } = funds;
  return movement('fiat.order_released', funds, [
    own(funds, NO_UNITS, units(-amount)),
    own({ ...funds, ownerId: buyerId }, amount, NO_UNITS),
  ]);
}

const frozen = (recipe: RecipeName, funds: FiatFunds): Movement =>
  movement(recipe, funds, [own(funds, units(-funds.amount), funds.amount)]);

const thawed = (recipe: RecipeName, funds: FiatFunds): Movement =>
  movement(recipe, funds, [own(funds, funds.amount, units(-funds.amount))]);

function movement(recipe: RecipeName, funds: FiatFunds, entries: readonly LedgerEntry[]): Movement {
  const { causeId, actorId, requestId, amount } = funds;
  assert(amount > 0n, `${recipe}: the amount is above zero`);
  assert(
    entries.every(({ ownerId }) => ownerId > 0),
    `${recipe}: the owners are people`,
  );
  return checked({ recipe, causeId, actorId, requestId, entries });
}

const own = (
  { ownerId, currencyId }: Pick<FiatFunds, 'ownerId' | 'currencyId'>,
  available: Units,
  frozenUnits: Units,
): LedgerEntry => ({
  ownerId,
  accountType: ACCOUNT_TYPES.fiat,
  currencyId,
  available,
  frozen: frozenUnits,
});
