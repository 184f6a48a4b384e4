/** Recipes of staking: pure functions from the facts of a position to balanced movements. */
import { assert } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS, TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';

const { spot, financial } = ACCOUNT_TYPES;

interface Funds {
  /** Number of the position or funding; identifies the movement together with the recipe. */
  readonly causeId: string;
  readonly ownerId: number;
  /** Owner who acted; 0 for the exchange itself. */
  readonly actorId: number;
  readonly requestId: string;
  readonly currencyId: number;
  readonly amount: Units;
}

/** `staking.funded`: custody owes the fund what operators put into it; a negative amount is taken out. */
export function stakingFunded(funding: Omit<Funds, 'ownerId' | 'actorId'>): Movement {
  const { amount } = funding;
  assert(amount !== 0n, 'staking.funded: the amount is not zero');
  const funds = { ...funding, ownerId: OWNERS.house, actorId: OWNERS.house };
  return movement('staking.funded', funds, [
    of(OWNERS.house, HOUSE_ACCOUNTS.custody, funds, units(-amount)),
    of(OWNERS.house, HOUSE_ACCOUNTS.stakingFund, funds, amount),
  ]);
}

/** `staking.reserved`: the fund sets the dividends of all days of a position aside. */
export const stakingReserved = (promised: Funds): Movement =>
  movement('staking.reserved', promised, [
    of(
      OWNERS.house,
      HOUSE_ACCOUNTS.stakingFund,
      promised,
      units(-promised.amount),
      promised.amount,
    ),
  ]);

/** `staking.released`: the position never took effect; the fund has its dividends back. */
export const stakingReleased = (promised: Funds): Movement =>
  movement('staking.released', promised, [
    of(
      OWNERS.house,
      HOUSE_ACCOUNTS.stakingFund,
      promised,
      promised.amount,
      units(-promised.amount),
    ),
  ]);

/** `staking.principal_paid`: the principal goes from the spot account into the frozen part of the financial account. */
export const stakingPrincipalPaid = (principal: Funds): Movement =>
  movement('staking.principal_paid', principal, [
    of(principal.ownerId, spot, principal, units(-principal.amount)),
    of(principal.ownerId, financial, principal, NO_UNITS, principal.amount),
  ]);

/**
 * `staking.returned`: the principal, and what is left of its dividends, leave the financial account;
 * {@link stakingIntoSpot} follows. @param principal its amount with the dividends. @param dividends a part of it.
 */
export function stakingReturned(principal: Funds, dividends: Units): Movement {
  const { ownerId, amount } = principal;
  assert(dividends >= 0n && dividends < amount, 'dividends come on top of the principal');
  return movement('staking.returned', principal, [
    of(ownerId, financial, principal, units(-dividends), units(dividends - amount)),
    of(ownerId, TRANSIT_ACCOUNT, principal, amount),
  ]);
}

/** `staking.into_spot`: the second half of {@link stakingReturned}. */
export const stakingIntoSpot = (funds: Funds): Movement =>
  movement('staking.into_spot', funds, [
    of(funds.ownerId, spot, funds, funds.amount),
    of(funds.ownerId, TRANSIT_ACCOUNT, funds, units(-funds.amount)),
  ]);

function movement(recipe: RecipeName, funds: Funds, entries: readonly LedgerEntry[]): Movement {
  const { causeId, actorId, requestId, amount } = funds;
  assert(recipe === 'staking.funded' || amount > 0n, `${recipe}: the amount is above zero`);
  return checked({ recipe, causeId, actorId, requestId, entries });
}

const of = (
  ownerId: number,
  accountType: number,
  { currencyId }: Pick<Funds, 'currencyId'>,
  available: Units,
  frozen: Units = NO_UNITS,
): LedgerEntry => ({ ownerId, accountType, currencyId, available, frozen });
