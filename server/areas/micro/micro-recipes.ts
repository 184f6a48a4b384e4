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
import type { microOrderKind } from '../../../machines/domain/micro/micro-order.kind.ts';
import type { EffectOf } from '../../../machines/domain/record-kind.ts';
import { HOUSE_ACCOUNTS, OWNERS } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';

/** Effects of the lifecycle that move money. Each batch publishes its orders, which notifies their owners. */
type MoneyEffect = Exclude<EffectOf<typeof microOrderKind>, 'notifyOwner'>;

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

/** An order that has ended. */
type Ended = Order & { readonly outcome: MicroOutcome };

/**
 * The ledger entries of each effect. The core does not run the machine of an order: a new effect of the machine does
 * not compile before it has its entries here.
 */
const ENTRIES = {
  freezeStake: ({ ownerId, stake }: Order, currencyId: number) => [
    account(ownerId, currencyId, -stake, stake),
  ],
  reservePayout(order: Order, currencyId: number) {
    const profit = microProfitOf(order.stake, order);
    return pool(currencyId, -profit, profit);
  },
  paySettlement(order: Ended, currencyId: number) {
    const { ownerId, stake, outcome } = order;
    const profit = microProfitOf(stake, order);
    const payout = microPayoutOf(outcome, stake, order);
    return [
      account(ownerId, currencyId, payout, -stake),
      ...pool(currencyId, stake + profit - payout, -profit),
    ];
  },
} as const satisfies Readonly<
  Record<MoneyEffect, (order: never, currencyId: number) => LedgerEntry[]>
>;

/** `micro.placed`: the stake is frozen, and the pool sets the profit of a win aside. */
export function microPlaced(order: Order, { currencyId, requestId }: MicroCause): Movement {
  return checked({
    recipe: 'micro.placed',
    causeId: String(order.id),
    actorId: order.ownerId,
    requestId,
    entries: [
      ...ENTRIES.freezeStake(order, currencyId),
      ...ENTRIES.reservePayout(order, currencyId),
    ],
  });
}

/** `micro.settled`: the owner gets the payout of the outcome, and the pool the rest of stake and promised profit. */
export const microSettled = (order: Ended, { currencyId, requestId }: MicroCause): Movement =>
  checked({
    recipe: 'micro.settled',
    causeId: String(order.id),
    actorId: OWNERS.house,
    requestId,
    entries: ENTRIES.paySettlement(order, currencyId),
  });

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
