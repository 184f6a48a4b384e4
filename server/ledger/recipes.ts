/** The recipe of no area: new money. Each area has its own recipes, pure functions from facts to balanced movements. */
import { assert } from '../../contract/assert.ts';
import { NO_UNITS, units } from '../../contract/money/units.ts';
import type { Units } from '../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS } from './chart.ts';
import { checked } from './invariants.ts';
import type { Movement } from './movement.ts';

interface Grant {
  /** Name of the occasion, e.g. `demo`. */
  readonly causeId: string;
  readonly requestId: string;
  readonly ownerId: number;
  /** The spot account by default. */
  readonly accountType?: number;
  /** Each currency once; above zero. */
  readonly amounts: readonly { readonly currencyId: number; readonly amount: Units }[];
}

/** `seed.grant`: new money in accounts of one type, for demos and tests; custody owes it. */
export function seedGrant(grant: Grant): Movement {
  const { causeId, requestId, ownerId, accountType = ACCOUNT_TYPES.spot, amounts } = grant;
  const entries = amounts.flatMap(({ currencyId, amount }) => {
    assert(amount > 0n, 'a grant is above zero');
    return [
      {
        ownerId: OWNERS.house,
        accountType: HOUSE_ACCOUNTS.custody,
        currencyId,
        available: units(-amount),
        frozen: NO_UNITS,
      },
      { ownerId, accountType, currencyId, available: amount, frozen: NO_UNITS },
    ];
  });
  return checked({ recipe: 'seed.grant', causeId, actorId: OWNERS.house, requestId, entries });
}
