/** The hook of the computations behind the figures of a position, with their inputs. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Portfolio, PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import { useFormat } from '../../format/use-format.ts';
import { shortAmount } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { useOrderSums, type OrderSums } from './use-order-sums.ts';

interface PositionSums {
  /** Figures of the position at the mark; null before it is known that it has opened. */
  readonly own: OrderSums | null;
  /** Null without such a price. */
  readonly stopOut: string | null;
  readonly ratio: string;
}

export function usePositionSums(
  { order, market, markTicks, nights }: PositionValue,
  pair: LeverPair,
  { equity: held, margin: marginSum, exposures, stopOuts }: Portfolio,
): PositionSums {
  const format = useFormat();
  const mark = formatUnits(BigInt(markTicks), market.price_scale);
  const own = useOrderSums(order, pair, { price: mark, nights });
  const { base, code } = pair;
  const equity = shortAmount(format, held, code, 'floor');
  const margin = shortAmount(format, marginSum, code, 'ceil');
  const hasStopOut = (stopOuts.get(market.id) ?? null) !== null;
  const exposure = exposures.get(market.id) ?? '0';
  const sign = exposure.startsWith('-') ? '+' : '−';
  const net = `${format.amount(exposure.replace('-', ''))} ${base}`;
  return {
    own,
    stopOut: hasStopOut
      ? `${format.price(mark, market.price_scale)} ${sign} (${equity} − ${margin} ÷ 2) ÷ ${net}`
      : null,
    ratio: `${equity} ÷ ${margin}`,
  };
}
