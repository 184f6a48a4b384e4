/** The effect of a fill on its two orders. Mutates the orders; the ledger has the accounts. */
import { assert } from '../../../contract/assert.ts';
import { feeOf } from '../../../contract/money/fee.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Fill } from '../../engine/engine-types.ts';
import type { DealFunds } from './spot-recipes.ts';
import { baseUnitsOf, costOf } from './market-rules.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import type { SpotMarketRules } from './spot-exchange.types.ts';

/** An open order in the writer's memory. */
export type WorkingOrder = { -readonly [Key in keyof SpotOrder]: SpotOrder[Key] };

interface Settlement {
  readonly funds: Omit<DealFunds, 'dealId' | 'requestId'>;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

/**
 * Adds the fill to both orders and returns the amounts that their owners exchange. @throws
 * AssertionError when more is used than was frozen.
 */
export function settleFill(
  rules: SpotMarketRules,
  taker: WorkingOrder,
  maker: WorkingOrder,
  { priceTicks, quantityLots, makerRemainingLots }: Fill,
): Settlement {
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  const cost = costOf(rules, priceTicks, quantityLots);
  const quantity = baseUnitsOf(rules, quantityLots);
  const buyerFee = feeOf(quantity, buyer === taker ? buyer.takerFeePpm : buyer.makerFeePpm);
  const sellerFee = feeOf(cost, seller === taker ? seller.takerFeePpm : seller.makerFeePpm);
  // A limit buy froze these lots at its own price, a market buy at the price it pays.
  const buyerReserved =
    buyer.priceTicks === null ? cost : costOf(rules, buyer.priceTicks, quantityLots);
  count(buyer, quantityLots, cost, buyerFee, buyerReserved);
  count(seller, quantityLots, cost, sellerFee, quantity);
  assert(
    maker.quantityLots !== null && maker.quantityLots - maker.executedLots === makerRemainingLots,
    'the book and the order agree on what is left of it',
  );
  if (makerRemainingLots === 0) maker.state = 'executed';
  return {
    funds: {
      takerId: taker.ownerId,
      buyerId: buyer.ownerId,
      sellerId: seller.ownerId,
      baseCurrencyId: rules.baseCurrencyId,
      quoteCurrencyId: rules.quoteCurrencyId,
      quantity,
      cost,
      buyerReserved,
      buyerFee,
      sellerFee,
    },
    takerFee: buyer === taker ? buyerFee : sellerFee,
    makerFee: buyer === taker ? sellerFee : buyerFee,
  };
}

interface Dealt {
  readonly id: number;
  readonly taker: WorkingOrder;
  readonly maker: WorkingOrder;
  readonly fill: Fill;
  readonly settlement: Settlement;
  readonly atMs: EpochMs;
}

/** Returns the trade of a settled fill. */
export const dealOf = ({ id, taker, maker, fill, settlement, atMs }: Dealt): SpotDeal => ({
  id,
  marketId: taker.marketId,
  priceTicks: fill.priceTicks,
  quantityLots: fill.quantityLots,
  takerFee: settlement.takerFee,
  makerFee: settlement.makerFee,
  takerSide: taker.side,
  takerOrderId: taker.id,
  makerOrderId: maker.id,
  takerOwnerId: taker.ownerId,
  makerOwnerId: maker.ownerId,
  atMs,
});

function count(order: WorkingOrder, lots: number, cost: bigint, fee: bigint, used: bigint): void {
  order.executedLots += lots;
  order.executedAmount += cost;
  order.fee += fee;
  order.reserved -= used;
  order.revision += 1;
  assert(order.reserved >= 0n, 'an order uses no more than was frozen for it');
}
