/**
 * Recipes of fast contracts, between the fast-contract account of the owner and the pool of the exchange. Pure; all
 * amounts are of the stake's currency.
 */
import { assert } from '../../../contract/assert.ts';
import { microPayoutOf, microProfitOf } from '../../../contract/figures/micro-amount.ts';
import type { MicroOutcome } from '../../../contract/figures/micro-settlement.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';

interface Order {
  readonly id: number;
  readonly ownerId: number;
  readonly stake: Units;
  readonly profitPpm: number;
  readonly lossPpm: number;
}

/** Facts that an order does not have. */
interface MicroCause {
  readonly currencyId: number;
  readonly requestId: string;
}

/** `micro.placed`: the stake is frozen, and the pool sets the profit of a win aside. */
export function microPlaced(order: Order, { currencyId, requestId }: MicroCause): Movement {
  const { id, ownerId, stake } = order;
  const profit = microProfitOf(stake, order);
  return checked({
    recipe: 'micro.placed',
    causeId: String(id),
    actorId: ownerId,
    requestId,
    entries: [account(ownerId, currencyId, -stake, stake), ...pool(currencyId, -profit, profit)],
  });
}

/** `micro.settled`: the owner gets the payout of the outcome, and the pool the rest of stake and promised profit. */
export function microSettled(
  order: Order & { readonly outcome: MicroOutcome },
  { currencyId, requestId }: MicroCause,
): Movement {
  const { id, ownerId, stake, outcome } = order;
  const profit = microProfitOf(stake, order);
  const payout = microPayoutOf(outcome, stake, order);
  return checked({
    recipe: 'micro.settled',
    causeId: String(id),
    actorId: OWNERS.house,
    requestId,
    entries: [
      account(ownerId, currencyId, payout, -stake),
      ...pool(currencyId, stake + profit - payout, -profit),
    ],
  });
}

/** `micro.pool_funded`: the pool against custody, which owes it like a grant. @param amount negative when it is taken out. */
export function microPoolFunded({
  id,
  amount,
  currencyId,
  requestId,
}: MicroCause & { readonly id: number; readonly amount: bigint }): Movement {
  assert(amount !== 0n, 'something is funded');
  return checked({
    recipe: 'micro.pool_funded',
    causeId: String(id),
    actorId: OWNERS.house,
    requestId,
    entries: [
      {
        ownerId: OWNERS.house,
        accountType: HOUSE_ACCOUNTS.custody,
        currencyId,
        available: units(-amount),
        frozen: NO_UNITS,
      },
      ...pool(currencyId, amount, 0n),
    ],
  });
}

const account = (
  ownerId: number,
  currencyId: number,
  available: bigint,
  frozen: bigint,
): LedgerEntry => ({
  ownerId,
  accountType: ACCOUNT_TYPES.fast_contract,
  currencyId,
  available: units(available),
  frozen: units(frozen),
});

/** A tiny stake promises no profit, and then the pool does not change. */
const pool = (currencyId: number, available: bigint, frozen: bigint): LedgerEntry[] =>
  available === 0n && frozen === 0n
    ? []
    : [
        {
          ownerId: OWNERS.house,
          accountType: HOUSE_ACCOUNTS.microPool,
          currencyId,
          available: units(available),
          frozen: units(frozen),
        },
      ];
