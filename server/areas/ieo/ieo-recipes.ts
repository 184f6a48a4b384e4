/** Recipes of token subscriptions: pure functions from the facts of a record to balanced movements. */
import { assert } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';

const { spot, financial } = ACCOUNT_TYPES;
const { custody, ieoTokens, ieoProceeds } = HOUSE_ACCOUNTS;
const { house } = OWNERS;

interface Cause {
  /** Number of the record; identifies the movement together with the recipe. */
  readonly causeId: string;
  readonly requestId: string;
}

interface HouseFunds extends Cause {
  readonly currencyId: number;
  readonly amount: Units;
}

/** Payment and tokens of a user; amounts in units of their currency. */
interface UserFunds extends Cause {
  readonly ownerId: number;
  readonly payCurrencyId: number;
  readonly tokenCurrencyId: number;
  /** Payment on hold. */
  readonly paid: Units;
  /** Part of the payment that the tokens cost. */
  readonly cost: Units;
  readonly tokens: Units;
}

/** `ieo.funded`: custody owes the tokens that an issuer handed in; a negative amount is given back. */
export function ieoFunded(funds: HouseFunds): Movement {
  const { amount, currencyId } = funds;
  assert(amount !== 0n, 'ieo.funded: the amount is not zero');
  return movement('ieo.funded', funds, house, [
    entry(house, custody, currencyId, units(-amount)),
    entry(house, ieoTokens, currencyId, amount),
  ]);
}

/** `ieo.promised`: the tokens of an offering are set aside. */
export const ieoPromised = (funds: HouseFunds): Movement =>
  movement('ieo.promised', funds, house, [
    entry(house, ieoTokens, funds.currencyId, units(-funds.amount), funds.amount),
  ]);

/** `ieo.unpromised`: the tokens of an offering that no subscription gets are free again. */
export const ieoUnpromised = (funds: HouseFunds): Movement =>
  movement('ieo.unpromised', funds, house, [
    entry(house, ieoTokens, funds.currencyId, funds.amount, units(-funds.amount)),
  ]);

/** `ieo.payment_held`: a payment goes from the spot account into the frozen part of the financial account. */
export const ieoPaymentHeld = (payment: HouseFunds & { readonly ownerId: number }): Movement => {
  const { ownerId, currencyId, amount } = payment;
  assert(amount > 0n, 'ieo.payment_held: the amount is above zero');
  return movement('ieo.payment_held', payment, ownerId, [
    entry(ownerId, spot, currencyId, units(-amount)),
    entry(ownerId, financial, currencyId, NO_UNITS, amount),
  ]);
};

/**
 * `ieo.settled`: the payment leaves its hold, the cost of the tokens goes to the exchange; tokens and the rest of the
 * payment go to the user. {@link ieoIntoSpot} follows.
 */
export function ieoSettled(funds: UserFunds): Movement {
  const { ownerId, payCurrencyId, tokenCurrencyId, paid, cost, tokens } = funds;
  assert(paid > 0n && cost >= 0n && cost <= paid && tokens >= 0n, 'the payment covers the cost');
  return movement('ieo.settled', funds, house, [
    entry(ownerId, financial, payCurrencyId, NO_UNITS, units(-paid)),
    entry(house, ieoProceeds, payCurrencyId, cost),
    entry(ownerId, TRANSIT_ACCOUNT, payCurrencyId, units(paid - cost)),
    entry(house, ieoTokens, tokenCurrencyId, NO_UNITS, units(-tokens)),
    entry(ownerId, TRANSIT_ACCOUNT, tokenCurrencyId, tokens),
  ]);
}

/** `ieo.refunded`: the offering was canceled; the whole payment goes back. {@link ieoIntoSpot} follows. */
export const ieoRefunded = (funds: UserFunds): Movement =>
  movement('ieo.refunded', funds, house, [
    entry(funds.ownerId, financial, funds.payCurrencyId, NO_UNITS, units(-funds.paid)),
    entry(funds.ownerId, TRANSIT_ACCOUNT, funds.payCurrencyId, funds.paid),
  ]);

/** `ieo.into_spot`: the second half of {@link ieoSettled} and {@link ieoRefunded}. */
export function ieoIntoSpot(funds: UserFunds): Movement {
  const { ownerId, payCurrencyId, tokenCurrencyId, paid, cost, tokens } = funds;
  return movement('ieo.into_spot', funds, house, [
    ...outOfTransit(ownerId, payCurrencyId, units(paid - cost)),
    ...outOfTransit(ownerId, tokenCurrencyId, tokens),
  ]);
}

const outOfTransit = (ownerId: number, currencyId: number, amount: Units) => [
  entry(ownerId, spot, currencyId, amount),
  entry(ownerId, TRANSIT_ACCOUNT, currencyId, units(-amount)),
];

/** Leaves out entries that change nothing: an allocation of nothing, or a payment without a rest. */
const movement = (
  recipe: RecipeName,
  { causeId, requestId }: Cause,
  actorId: number,
  entries: readonly LedgerEntry[],
): Movement =>
  checked({
    recipe,
    causeId,
    actorId,
    requestId,
    entries: entries.filter(({ available, frozen }) => available !== 0n || frozen !== 0n),
  });

const entry = (
  ownerId: number,
  accountType: number,
  currencyId: number,
  available: Units,
  frozen: Units = NO_UNITS,
): LedgerEntry => ({ ownerId, accountType, currencyId, available, frozen });
