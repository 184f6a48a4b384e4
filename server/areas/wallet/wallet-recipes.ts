/**
 * Recipes of deposits, withdrawals and transfers: pure functions from facts to balanced movements.
 * Movements on a spot account are for `Postings`, the others for `postMovement`.
 */
import { assert } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import {
  DEALING_TRANSIT_ACCOUNT,
  HOUSE_ACCOUNTS,
  OWNERS,
  TRANSIT_ACCOUNT,
} from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';

const SPOT = ACCOUNT_TYPES.spot;

export interface Funds {
  /**
   * Number of the deposit, withdrawal or transfer; identifies the movement together with the
   * recipe.
   */
  readonly causeId: string;
  readonly ownerId: number;
  /** Owner who acted; 0 for the exchange itself. */
  readonly actorId: number;
  readonly requestId: string;
  readonly currencyId: number;
  /** Above zero. */
  readonly amount: Units;
}

/**
 * `deposit.credited`: custody owes the arrived amount to the owner.
 * @param repaid part of it, from 0 to all, that the exchange keeps for reversed deposits, see
 *   {@link depositReversed}.
 */
export function depositCredited(funds: Funds, repaid: Units = NO_UNITS): Movement {
  const { amount } = funds;
  assert(repaid >= 0n && repaid <= amount, 'what is repaid is a part of the deposit');
  const entries = [house(HOUSE_ACCOUNTS.custody, funds, units(-amount))];
  if (repaid < amount) entries.push(own(SPOT, funds, units(amount - repaid)));
  if (repaid > 0n) entries.push(house(HOUSE_ACCOUNTS.reversed, funds, repaid));
  return movement('deposit.credited', funds, entries);
}

/**
 * `deposit.reversed`: the chain reversed the deposit. The exchange bears the loss until it is
 * recovered from the owner.
 */
export const depositReversed = (funds: Funds): Movement =>
  movement('deposit.reversed', funds, [
    house(HOUSE_ACCOUNTS.custody, funds, funds.amount),
    house(HOUSE_ACCOUNTS.reversed, funds, units(-funds.amount)),
  ]);

/** `deposit.recovered`: the owner repays a part of the loss of {@link depositReversed}. */
export const depositRecovered = (funds: Funds): Movement =>
  movement('deposit.recovered', funds, [
    own(SPOT, funds, units(-funds.amount)),
    house(HOUSE_ACCOUNTS.reversed, funds, funds.amount),
  ]);

/** `deposit.collected`: like {@link depositRecovered}, from an account that no writer owns. */
export const depositCollected = (funds: Funds, fromType: number): Movement =>
  movement('deposit.collected', funds, [
    own(notSpot(fromType), funds, units(-funds.amount)),
    house(HOUSE_ACCOUNTS.reversed, funds, funds.amount),
  ]);

/** `withdrawal.held`: the amount, its fee included, is frozen in the spot account. */
export const withdrawalHeld = (funds: Funds): Movement =>
  movement('withdrawal.held', funds, [own(SPOT, funds, units(-funds.amount), funds.amount)]);

/** `withdrawal.released`: the frozen amount is available again. */
export const withdrawalReleased = (funds: Funds): Movement =>
  movement('withdrawal.released', funds, [own(SPOT, funds, funds.amount, units(-funds.amount))]);

interface SentFunds extends Funds {
  /** The part of the amount that the exchange keeps: from 0 to less than all of it. */
  readonly fee: Units;
}

/** `withdrawal.sent`: the frozen amount, less the fee, has left custody. */
export function withdrawalSent(sent: SentFunds): Movement {
  const { amount, fee } = sent;
  assert(fee >= 0n && fee < amount, 'a fee is a part of what is withdrawn');
  const entries = [
    own(SPOT, sent, NO_UNITS, units(-amount)),
    house(HOUSE_ACCOUNTS.custody, sent, units(amount - fee)),
  ];
  if (fee > 0n) entries.push(house(HOUSE_ACCOUNTS.fees, sent, fee));
  return movement('withdrawal.sent', sent, entries);
}

/** `transfer.from_spot`: from the spot account into an account of the owner that takes additions directly. */
export const transferFromSpot = (funds: Funds, toType: number): Movement =>
  movement('transfer.from_spot', funds, [
    own(SPOT, funds, units(-funds.amount)),
    own(notSpot(toType), funds, funds.amount),
  ]);

/**
 * `transfer.towards_spot`: from another account of the owner into their transit account;
 * {@link transferIntoSpot} follows.
 */
export const transferTowardsSpot = (funds: Funds, fromType: number): Movement =>
  movement('transfer.towards_spot', funds, [
    own(notSpot(fromType), funds, units(-funds.amount)),
    own(TRANSIT_ACCOUNT, funds, funds.amount),
  ]);

/** `transfer.into_spot`: the second half of {@link transferTowardsSpot}. */
export const transferIntoSpot = (funds: Funds): Movement =>
  movement('transfer.into_spot', funds, [
    own(SPOT, funds, funds.amount),
    own(TRANSIT_ACCOUNT, funds, units(-funds.amount)),
  ]);

/**
 * `transfer.towards_dealing`: from an account of the owner into their transit account towards the contract
 * and fast-contract accounts; {@link transferIntoDealing} follows.
 */
export const transferTowardsDealing = (funds: Funds, fromType: number): Movement =>
  movement('transfer.towards_dealing', funds, [
    own(fromType, funds, units(-funds.amount)),
    own(DEALING_TRANSIT_ACCOUNT, funds, funds.amount),
  ]);

/** `transfer.into_dealing`: the second half of {@link transferTowardsDealing}. */
export const transferIntoDealing = (funds: Funds, toType: number): Movement =>
  movement('transfer.into_dealing', funds, [
    own(notSpot(toType), funds, funds.amount),
    own(DEALING_TRANSIT_ACCOUNT, funds, units(-funds.amount)),
  ]);

/** `transfer.between`: between two accounts of the owner, neither of them the spot account. */
export const transferBetween = (funds: Funds, fromType: number, toType: number): Movement =>
  movement('transfer.between', funds, [
    own(notSpot(fromType), funds, units(-funds.amount)),
    own(notSpot(toType), funds, funds.amount),
  ]);

function movement(recipe: RecipeName, funds: Funds, entries: readonly LedgerEntry[]): Movement {
  const { causeId, ownerId, actorId, requestId, amount } = funds;
  assert(amount > 0n, `${recipe}: the amount is above zero`);
  assert(ownerId > 0, `${recipe}: the owner is a person`);
  return checked({ recipe, causeId, actorId, requestId, entries });
}

function notSpot(accountType: number): number {
  assert(accountType !== SPOT, 'this recipe is for accounts other than the spot account');
  return accountType;
}

const own = (
  accountType: number,
  { ownerId, currencyId }: Funds,
  available: Units,
  frozen: Units = NO_UNITS,
): LedgerEntry => ({ ownerId, accountType, currencyId, available, frozen });

const house = (accountType: number, { currencyId }: Funds, available: Units): LedgerEntry => ({
  ownerId: OWNERS.house,
  accountType,
  currencyId,
  available,
  frozen: NO_UNITS,
});
