/**
 * Recipes of contract trading: each event of its core that moves money, as a balanced movement between the
 * contract account of the owner and the accounts of the exchange. Pure; all amounts are of the one settlement
 * currency.
 */
import { assertNever, ensure } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { contractOrderKind } from '../../../machines/domain/lever/contract-order.kind.ts';
import type { EffectOf } from '../../../machines/domain/record-kind.ts';
import { HOUSE_ACCOUNTS, LEVER_DEBT_ACCOUNT, OWNERS } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement, RecipeName } from '../../ledger/movement.ts';

interface Order {
  readonly id: number;
  readonly ownerId: number;
}

/** Parts of a debt that no position covers: the payment of the insurance fund, and the amount that the pool waives. */
export interface Shortfall {
  readonly fromInsurance: bigint;
  readonly waived: bigint;
}

/** An event of the core of contracts, as far as its money goes. Amounts are units. */
export type LeverMoney =
  | { readonly type: 'order.placed'; readonly order: Order; readonly reserve: bigint }
  | {
      readonly type: 'order.cancelled';
      readonly order: Order;
      readonly released: bigint;
      readonly repaid: bigint;
    }
  | {
      readonly type: 'order.opened';
      readonly order: Order;
      readonly released: bigint;
      readonly margin: bigint;
      readonly fee: bigint;
      readonly toInsurance: bigint;
    }
  | {
      readonly type: 'order.closed';
      readonly order: Order;
      readonly margin: bigint;
      /** Changes of the owner's available balance and debt. */
      readonly available: bigint;
      readonly debt: bigint;
      readonly closing: { readonly profit: bigint; readonly nights: bigint };
      /** Set when it is paid with the close, as one movement. */
      readonly shortfall?: Shortfall;
    }
  | ({
      readonly type: 'shortfall.paid';
      readonly ownerId: number;
      readonly orderId: number;
    } & Shortfall)
  | { readonly type: 'money.arrived'; readonly ownerId: number; readonly repaid: bigint }
  | {
      readonly type:
        | 'targets.amended'
        | 'close.waits'
        | 'close.withdrawn'
        | 'owner.warned'
        | 'money.left';
    };

/** Facts that an event does not have: the caller and the currency. */
interface LeverCause {
  readonly currencyId: number;
  readonly requestId: string;
  /** Owner who acted; 0 when the core acted at a mark. */
  readonly actorId: number;
  /** Number of the posting by which money arrives; null for every other event. */
  readonly postingId: number | null;
}

/** Effects of the lifecycle that move money. Each batch publishes its orders, which notifies their owners. */
type MoneyEffect = Exclude<EffectOf<typeof contractOrderKind>, 'notifyOwner'>;
type Of<Type extends LeverMoney['type']> = Extract<LeverMoney, { readonly type: Type }>;

/**
 * The movement of each effect. The core does not run the machine of an order: a new effect of the machine does not
 * compile before it has an entry here.
 */
const MOVEMENTS = {
  holdReserve: ({ order, reserve }: Of<'order.placed'>, cause: LeverCause) =>
    ofOrder('lever.order_placed', order, cause, [account(-reserve, reserve)]),
  releaseReserve: ({ order, released, repaid }: Of<'order.cancelled'>, cause: LeverCause) =>
    ofOrder('lever.order_ended', order, cause, [
      account(released - repaid, -released),
      debt(-repaid),
    ]),
  bookOpening(
    { order, released, margin, fee, toInsurance }: Of<'order.opened'>,
    cause: LeverCause,
  ) {
    return ofOrder('lever.opened', order, cause, [
      account(released - margin - fee, margin - released),
      house(HOUSE_ACCOUNTS.leverInsurance, toInsurance),
      house(HOUSE_ACCOUNTS.leverFees, fee - toInsurance),
    ]);
  },
  bookClosing(event: Of<'order.closed'>, cause: LeverCause) {
    const { order, margin, available, closing, shortfall } = event;
    const { fromInsurance, waived } = shortfall ?? NOTHING_PAID;
    const recipe = shortfall === undefined ? 'lever.closed' : 'lever.closed_with_shortfall';
    return ofOrder(recipe, order, cause, [
      account(available, -margin),
      debt(event.debt - fromInsurance - waived),
      house(HOUSE_ACCOUNTS.leverInsurance, -fromInsurance),
      house(HOUSE_ACCOUNTS.leverPool, -closing.profit - waived),
      house(HOUSE_ACCOUNTS.leverFees, closing.nights),
    ]);
  },
} as const satisfies Readonly<
  Record<MoneyEffect, (event: never, cause: LeverCause) => Movement | null>
>;

/**
 * Returns the movement of an event; null for one that moves nothing. Money that arrives or leaves is the
 * movement of its posting; only what it repays is one of contracts.
 */
export function leverMovementOf(event: LeverMoney, cause: LeverCause): Movement | null {
  switch (event.type) {
    case 'order.placed':
      return MOVEMENTS.holdReserve(event, cause);
    case 'order.cancelled':
      return MOVEMENTS.releaseReserve(event, cause);
    case 'order.opened':
      return MOVEMENTS.bookOpening(event, cause);
    case 'order.closed':
      return MOVEMENTS.bookClosing(event, cause);
    case 'shortfall.paid':
      return movementOf('lever.shortfall_paid', event.ownerId, String(event.orderId), cause, [
        debt(-event.fromInsurance - event.waived),
        house(HOUSE_ACCOUNTS.leverInsurance, -event.fromInsurance),
        house(HOUSE_ACCOUNTS.leverPool, -event.waived),
      ]);
    case 'money.arrived':
      return movementOf('lever.debt_repaid', event.ownerId, String(cause.postingId), cause, [
        account(-event.repaid, 0n),
        debt(-event.repaid),
      ]);
    case 'targets.amended':
    case 'close.waits':
    case 'close.withdrawn':
    case 'owner.warned':
    case 'money.left':
      return null;
    default:
      return assertNever(event);
  }
}

const NOTHING_PAID: Shortfall = { fromInsurance: 0n, waived: 0n };

/** Amount that an operator adds to the funds of the exchange; negative when it is taken from them. Amounts are units. */
interface HouseFunds {
  readonly id: number;
  readonly pool: bigint;
  readonly insurance: bigint;
  readonly requestId: string;
  readonly currencyId: number;
}

/** `lever.house_funded`: pool and insurance fund against custody, which owes them like a grant. */
export function leverHouseFunded({ id, pool, insurance, ...rest }: HouseFunds): Movement {
  const { currencyId, requestId } = rest;
  const cause = { currencyId, requestId, actorId: OWNERS.house, postingId: null };
  const movement = movementOf('lever.house_funded', OWNERS.house, String(id), cause, [
    house(HOUSE_ACCOUNTS.custody, -pool - insurance),
    house(HOUSE_ACCOUNTS.leverPool, pool),
    house(HOUSE_ACCOUNTS.leverInsurance, insurance),
  ]);
  return ensure(movement, 'something is funded');
}

/** A change of one account, before it is known whose. */
interface Change {
  readonly isOfHouse: boolean;
  readonly accountType: number;
  readonly available: Units;
  readonly frozen: Units;
}

const account = (available: bigint, frozen: bigint): Change => ({
  isOfHouse: false,
  accountType: ACCOUNT_TYPES.contract,
  available: units(available),
  frozen: units(frozen),
});

/** @param change of the debt, which its account holds below zero. */
const debt = (change: bigint): Change => ({
  isOfHouse: false,
  accountType: LEVER_DEBT_ACCOUNT,
  available: units(-change),
  frozen: NO_UNITS,
});

const house = (accountType: number, available: bigint): Change => ({
  isOfHouse: true,
  accountType,
  available: units(available),
  frozen: NO_UNITS,
});

const ofOrder = (
  recipe: RecipeName,
  { id, ownerId }: Order,
  cause: LeverCause,
  changes: readonly Change[],
): Movement | null => movementOf(recipe, ownerId, String(id), cause, changes);

/** Returns the movement without accounts that do not change; null when none is left. */
function movementOf(
  recipe: RecipeName,
  ownerId: number,
  causeId: string,
  { currencyId, requestId, actorId }: LeverCause,
  changes: readonly Change[],
): Movement | null {
  const entries: LedgerEntry[] = [];
  // A loop, because each of thousands of stop-outs in a second passes here several times.
  for (const { isOfHouse, accountType, available, frozen } of changes) {
    if (available === 0n && frozen === 0n) continue;
    const entryOwnerId = isOfHouse ? OWNERS.house : ownerId;
    entries.push({ ownerId: entryOwnerId, accountType, currencyId, available, frozen });
  }
  return entries.length === 0 ? null : checked({ recipe, causeId, actorId, requestId, entries });
}
