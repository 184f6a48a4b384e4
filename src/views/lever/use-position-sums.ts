/** The hook of the computations behind the figures of a position, with their inputs. */
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { Portfolio, PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import { useFormat } from '../../format/use-format.ts';
import { shortAmount, ticksText } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

export interface PositionSums {
  readonly profit: string;
  readonly margin: string;
  readonly nights: string;
  /** Null without such a price. */
  readonly stopOut: string | null;
  readonly ratio: string;
}

export function usePositionSums(
  { order, market, openTicks, markTicks, nights }: PositionValue,
  { base, code }: LeverPair,
  { equity: held, margin: marginSum, exposures, stopOuts }: Portfolio,
): PositionSums {
  const format = useFormat();
  const price = (ticks: number) => ticksText(format, ticks, market.price_scale);
  const cost = (amount: bigint) => shortAmount(format, amount, code, 'ceil');
  const equity = shortAmount(format, held, code, 'floor');
  const size = `${format.amount(String(order.lots))} × ${format.amount(market.lot_size)} ${base}`;
  const [from, to] = order.direction === 'long' ? [openTicks, markTicks] : [markTicks, openTicks];
  const nightFee = amountOf(order.night_fee);
  const count = nightFee === 0n ? 0n : nights / nightFee;
  const hasStopOut = (stopOuts.get(market.id) ?? null) !== null;
  const exposure = exposures.get(market.id) ?? '0';
  const sign = exposure.startsWith('-') ? '+' : '−';
  const net = `${format.amount(exposure.replace('-', ''))} ${base}`;
  return {
    profit: `(${price(to)} − ${price(from)}) × ${size}`,
    margin: `${price(openTicks)} × ${size} ÷ ${order.multiple}`,
    nights: `${cost(nightFee)} × ${format.amount(String(count))}`,
    stopOut: hasStopOut
      ? `${price(markTicks)} ${sign} (${equity} − ${cost(marginSum)} ÷ 2) ÷ ${net}`
      : null,
    ratio: `${equity} ÷ ${cost(marginSum)}`,
  };
}
