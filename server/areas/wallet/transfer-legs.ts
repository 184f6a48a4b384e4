/**
 * The legs of a transfer: each is booked by the owner of the account that it takes from
 * (`account-owners.ts`). Money for an account that its owner must book passes through transit. The second
 * leg is stored with the first one, and is never booked before it.
 */
import { assert } from '../../../contract/assert.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { ownerOf, transitOf } from '../../ledger/account-owners.ts';
import type { AccountOwner } from '../../ledger/account-owners.ts';
import { TRANSIT_ACCOUNT } from '../../ledger/chart.ts';
import type { Movement } from '../../ledger/movement.ts';
import {
  transferBetween,
  transferFromSpot,
  transferIntoDealing,
  transferIntoSpot,
  transferTowardsDealing,
  transferTowardsSpot,
} from './wallet-recipes.ts';
import type { Funds } from './wallet-recipes.ts';

export interface Leg {
  readonly by: AccountOwner;
  readonly movement: Movement;
}

/** Returns the legs in the order in which they are booked. */
export function legsOf(funds: Funds, from: number, to: number): readonly [Leg, Leg?] {
  const [giver, taker, transit] = [ownerOf(from), ownerOf(to), transitOf(to)];
  if (giver === taker || transit === null)
    return [{ by: giver, movement: directly(funds, from, to) }];
  const isTowardsSpot = transit === TRANSIT_ACCOUNT;
  const towards = isTowardsSpot ? transferTowardsSpot : transferTowardsDealing;
  const into = isTowardsSpot ? transferIntoSpot(funds) : transferIntoDealing(funds, to);
  assert(!isTowardsSpot || to === ACCOUNT_TYPES.spot, 'one account type lies behind this transit');
  return [
    { by: giver, movement: towards(funds, from) },
    { by: taker, movement: into },
  ];
}

const directly = (funds: Funds, from: number, to: number): Movement =>
  from === ACCOUNT_TYPES.spot ? transferFromSpot(funds, to) : transferBetween(funds, from, to);
