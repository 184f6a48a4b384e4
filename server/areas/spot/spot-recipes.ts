/**
 * The recipes of spot trading: pure functions from facts to balanced movements. The spot writer calls three
 * of them for every order and trade, so they only create plain objects.
 */
import { assert } from '../../../contract/assert.ts';
import { NO_UNITS, units } from '../../../contract/money/units.ts';
import type { Units } from '../../../contract/money/units.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { EffectOf } from '../../../machines/domain/record-kind.ts';
import type { spotOrderKind } from '../../../machines/domain/spot/spot-order.kind.ts';
import { HOUSE_ACCOUNTS, isHouse, OWNERS } from '../../ledger/chart.ts';
import { checked } from '../../ledger/invariants.ts';
import type { LedgerEntry, Movement } from '../../ledger/movement.ts';

/** Effects of the lifecycle that move money. Each batch publishes its orders, which notifies their owners. */
type MoneyEffect = Exclude<EffectOf<typeof spotOrderKind>, 'notifyOwner'>;

export interface OrderFunds {
  readonly orderId: number;
  readonly ownerId: number;
  readonly requestId: string;
  /** Quote currency of a buy, base currency of a sell. */
  readonly currencyId: number;
  /** Above zero. */
  readonly amount: Units;
}

/** `spot.order_placed`: the order's highest cost goes from available to frozen. */
export function spotOrderPlaced(funds: OrderFunds): Movement {
  assert(funds.amount > 0n, 'an order freezes something');
  return ofOrder('spot.order_placed', funds, funds.amount);
}

/**
 * `spot.order_ended`: the rest that is still frozen for the order becomes available. Without a rest
 * there is no movement.
 */
export function spotOrderEnded(funds: OrderFunds): Movement {
  assert(funds.amount > 0n, 'nothing to give back is no movement');
  return ofOrder('spot.order_ended', funds, units(-funds.amount));
}

function ofOrder(
  recipe: 'spot.order_placed' | 'spot.order_ended',
  { orderId, ownerId, requestId, currencyId }: OrderFunds,
  toFrozen: Units,
): Movement {
  return checked({
    recipe,
    causeId: String(orderId),
    actorId: ownerId,
    requestId,
    entries: [spot(ownerId, currencyId, units(-toFrozen), toFrozen)],
  });
}

export interface DealFunds {
  readonly dealId: number;
  /** Owner of the incoming order. */
  readonly takerId: number;
  /** Request that placed the incoming order. */
  readonly requestId: string;
  readonly buyerId: number;
  readonly sellerId: number;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  /** Traded quantity in base units. */
  readonly quantity: Units;
  /** Traded value in quote units. */
  readonly cost: Units;
  /**
   * Quote units that the buyer's order reserved for this part: at least `cost`; the rest is
   * returned.
   */
  readonly buyerReserved: Units;
  /** Base units; see `feeOf` of `contract/money/fee.ts`. */
  readonly buyerFee: Units;
  /** Quote units. */
  readonly sellerFee: Units;
}

/**
 * `spot.deal`: both frozen sides change hands, fees go to the exchange, a better price benefits the
 * buyer.
 */
export function spotDeal(deal: DealFunds): Movement {
  const { buyerId, sellerId, baseCurrencyId: base, quoteCurrencyId: quote } = deal;
  const { quantity, cost, buyerReserved, buyerFee, sellerFee } = deal;
  assert(buyerId !== sellerId && base !== quote, 'a trade has two sides and two currencies');
  assert(quantity > 0n && cost > 0n && buyerReserved >= cost, 'a trade is paid from frozen funds');
  assert(buyerFee >= 0n && buyerFee <= quantity, 'the buyer pays a part of the quantity');
  assert(sellerFee >= 0n && sellerFee <= cost, 'the seller pays a part of the cost');
  const entries: LedgerEntry[] = [
    spot(buyerId, quote, units(buyerReserved - cost), units(-buyerReserved)),
    spot(buyerId, base, units(quantity - buyerFee), NO_UNITS),
    spot(sellerId, base, NO_UNITS, units(-quantity)),
    spot(sellerId, quote, units(cost - sellerFee), NO_UNITS),
  ];
  if (buyerFee > 0n) entries.push(house(HOUSE_ACCOUNTS.fees, base, buyerFee));
  if (sellerFee > 0n) entries.push(house(HOUSE_ACCOUNTS.fees, quote, sellerFee));
  return checked({
    recipe: 'spot.deal',
    causeId: String(deal.dealId),
    actorId: deal.takerId,
    requestId: deal.requestId,
    entries,
  });
}

/**
 * The movement of each effect. The writer does not run the machine of an order: a new effect of the machine does not
 * compile before it has an entry here.
 */
export const MOVEMENTS = {
  freezeReserve: spotOrderPlaced,
  settleDeal: spotDeal,
  releaseReserve: spotOrderEnded,
} as const satisfies Readonly<Record<MoneyEffect, (facts: never) => Movement>>;

interface HouseSums {
  /** The sums include every trade up to this id; 0 before any. */
  readonly lastDealId: number;
  /**
   * Changes of accounts by orders and trades of the exchange alone, one entry per account, none of
   * them zero.
   */
  readonly entries: readonly LedgerEntry[];
}

/** `spot.house_posted`: orders and trades of the exchange with itself, as one sum per account. */
export function spotHousePosted({ lastDealId, entries }: HouseSums): Movement {
  assert(
    entries.every(({ ownerId }) => isHouse(ownerId)),
    'only accounts of the exchange are booked in sums',
  );
  return checked({
    recipe: 'spot.house_posted',
    causeId: String(lastDealId),
    actorId: OWNERS.house,
    requestId: 'house-sums',
    entries,
  });
}

function spot(ownerId: number, currencyId: number, available: Units, frozen: Units): LedgerEntry {
  return { ownerId, accountType: ACCOUNT_TYPES.spot, currencyId, available, frozen };
}

function house(accountType: number, currencyId: number, available: Units): LedgerEntry {
  return { ownerId: OWNERS.house, accountType, currencyId, available, frozen: NO_UNITS };
}
