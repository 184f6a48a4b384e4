/** Orders and deals as they cross the wire: decimal text in the currencies of their market. */
import { formatUnits } from '../../contract/money/decimal.ts';
import { divide } from '../../contract/money/rounding.ts';
import type { Fill, Order } from '../../contract/schemas/spot.ts';
import { costOf } from './market-rules.ts';
import type { SpotDeal, SpotOrder } from './spot-events.ts';
import type { SpotMarketRules } from './spot-exchange.types.ts';

/** A market with the codes of its currencies. */
export interface WireMarket {
  readonly rules: SpotMarketRules;
  readonly baseCode: string;
  readonly quoteCode: string;
}

export function wireOrder(order: SpotOrder, { rules, baseCode, quoteCode }: WireMarket): Order {
  const { id, side, priceTicks, quantityLots, amount, executedLots, executedAmount } = order;
  const isBuy = side === 'buy';
  return {
    id: String(id),
    currency_match_id: order.marketId,
    side,
    type: order.kind,
    state: order.state,
    end_reason: order.endReason,
    price: priceTicks === null ? null : priceText(rules, priceTicks),
    quantity: quantityLots === null ? null : quantityText(rules, quantityLots),
    amount: amount === null ? null : formatUnits(amount, rules.quoteScale),
    executed_quantity: quantityText(rules, executedLots),
    executed_amount: formatUnits(executedAmount, rules.quoteScale),
    average_price: executedLots === 0 ? null : averagePrice(rules, executedAmount, executedLots),
    fee: formatUnits(order.fee, isBuy ? rules.baseScale : rules.quoteScale),
    fee_currency_code: isBuy ? baseCode : quoteCode,
    maker_fee_ppm: order.makerFeePpm,
    taker_fee_ppm: order.takerFeePpm,
    revision: order.revision,
    created_at: order.createdAtMs,
    updated_at: order.updatedAtMs,
  };
}

/** The deal as the order `orderId` saw it, which is one of its two. */
export function wireFill(
  deal: SpotDeal,
  orderId: number,
  { rules, baseCode, quoteCode }: WireMarket,
): Fill {
  const role = deal.makerOrderId === orderId ? 'maker' : 'taker';
  const isBuy = (deal.takerSide === 'buy') === (role === 'taker');
  const fee = role === 'maker' ? deal.makerFee : deal.takerFee;
  return {
    deal_id: String(deal.id),
    price: priceText(rules, deal.priceTicks),
    quantity: quantityText(rules, deal.quantityLots),
    amount: formatUnits(costOf(rules, deal.priceTicks, deal.quantityLots), rules.quoteScale),
    fee: formatUnits(fee, isBuy ? rules.baseScale : rules.quoteScale),
    fee_currency_code: isBuy ? baseCode : quoteCode,
    role,
    time: deal.atMs,
  };
}

const priceText = ({ priceScale }: SpotMarketRules, ticks: number): string =>
  formatUnits(BigInt(ticks), priceScale);

const quantityText = ({ quantityScale }: SpotMarketRules, lots: number): string =>
  formatUnits(BigInt(lots), quantityScale);

/** Rounded down to whole ticks. */
function averagePrice(rules: SpotMarketRules, amount: bigint, lots: number): string {
  const ticks = divide(amount, BigInt(lots) * rules.tickLotUnits, 'floor');
  return formatUnits(ticks, rules.priceScale);
}
