/** The hook of the computations behind the figures of an order that has opened, with their inputs. */
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { shortAmount } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** Each is the left side of an equation. */
export interface OrderSums {
  readonly profit: string;
  readonly margin: string;
  readonly fee: string;
  /** The cost of one night. */
  readonly night: string;
  /** The cost of all nights so far. */
  readonly nights: string;
  readonly fees: string;
}

/** Valuation of the position, past or present. */
interface Valued {
  /** Decimal text: the mark, or the closing price. */
  readonly price: string;
  /** Fees of its nights, in units. */
  readonly nights: bigint;
}

/** Returns the computations at a price; null before the order opens. */
export function useOrderSums(
  order: LeverOrderInfo,
  { market, base, code }: LeverPair,
  { price, nights }: Valued,
): OrderSums | null {
  const format = useFormat();
  if (order.open_price === null) return null;
  const [entry, end] = [order.open_price, price].map((text) =>
    format.price(text, market.price_scale),
  );
  const cost = (amount: bigint) => shortAmount(format, amount, code, 'ceil');
  const size = `${format.amount(String(order.lots))} × ${format.amount(market.lot_size)} ${base}`;
  const [from, to] = order.direction === 'long' ? [entry, end] : [end, entry];
  const nightFee = amountOf(order.night_fee);
  const count = nightFee === 0n ? 0n : nights / nightFee;
  return {
    profit: `(${to} − ${from}) × ${size}`,
    margin: `${entry} × ${size} ÷ ${order.multiple}`,
    fee: `${entry} × ${size} × ${format.rate(order.fee_ppm)}`,
    night: `${entry} × ${size} × ${format.rate(order.night_ppm)}`,
    nights: `${cost(nightFee)} × ${format.amount(String(count))}`,
    fees: `${cost(amountOf(order.fee))} + ${cost(nights)}`,
  };
}
