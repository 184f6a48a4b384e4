/** The hook that words an order's state and progress. */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { useOrderLifecycle } from '../../app/spot/use-order-lifecycle.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { priceOf, type OrderMarket } from './order-figures.tsx';

/** How much of the order is executed, 0 to 100, rounded down: 100 means that it is done. */
function executedPercent(order: Order, isExecuted: boolean): number {
  // A buy by amount is done when what is left of the amount buys no further lot.
  if (isExecuted) return 100;
  const [part, whole] =
    order.quantity === null
      ? [order.executed_amount, order.amount]
      : [order.executed_quantity, order.quantity];
  const total = parseUnits(whole ?? '', SCALE_MAX) ?? 0n;
  if (total === 0n) return 0;
  return Number(mulDiv(parseUnits(part, SCALE_MAX) ?? 0n, 100n, total, 'floor'));
}

/** Why the order ended; its owner took back the rest of it, or all of it. */
const endReasonOf = ({ end_reason: reason, executed_quantity: executed }: Order) =>
  reason === 'owner' && executed === '0' ? 'ownerWhole' : reason;

export interface OrderWords {
  /** A word or two: `Partly executed`. */
  readonly state: string;
  readonly tone: BadgeTone;
  /** Why it ended before all of it was executed; undefined otherwise. */
  readonly reason: string | undefined;
  /** What became of it, in a sentence. */
  readonly summary: string;
  readonly percent: number;
  readonly canCancel: boolean;
  readonly isOpen: boolean;
  /** All of it, as far as that could be. */
  readonly isExecuted: boolean;
}

const TONES = {
  waiting: 'accent',
  partlyExecuted: 'accent',
  executed: 'up',
  cancelled: 'neutral',
} as const;

/** An order's state in words, by its lifecycle machine. */
export function useOrderWords(order: Order, market: OrderMarket): OrderWords {
  const t = useText('spot');
  const format = useFormat();
  const { stage, isOpen, canCancel } = useOrderLifecycle(order);
  const isExecuted = stage === 'executed';
  const percent = executedPercent(order, isExecuted);
  const endReason = endReasonOf(order);
  const average = priceOf(format, order.average_price ?? '0', market);
  return {
    state: t(`state.${stage}`),
    tone: TONES[stage],
    reason: endReason === null ? undefined : t(`endReason.${endReason}`),
    summary: t(`summary.${stage}`, { percent, average }),
    percent,
    // A halted market takes no cancellation either.
    canCancel: canCancel && market.status !== 'halted',
    isOpen,
    isExecuted,
  };
}
