/** The hook of the texts for an order's state and progress. */
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { useOrderLifecycle } from '../../app/spot/use-order-lifecycle.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { priceOf, type OrderMarket } from './order-market.ts';

/**
 * Returns the executed percentage of the order, 0 to 100, rounded down: 100 means that it is done.
 */
function executedPercent(order: Order, isExecuted: boolean): number {
  // A buy by amount is done when the rest of the amount buys no further lot.
  if (isExecuted) return 100;
  const [part, whole] =
    order.quantity === null
      ? [order.executed_amount, order.amount]
      : [order.executed_quantity, order.quantity];
  const total = parseUnits(whole ?? '', SCALE_MAX) ?? 0n;
  if (total === 0n) return 0;
  return Number(mulDiv(parseUnits(part, SCALE_MAX) ?? 0n, 100n, total, 'floor'));
}

/** Returns the reason of the order's end; its owner may have canceled all of it, or the rest. */
const endReasonOf = ({ end_reason: reason, executed_quantity: executed }: Order) =>
  reason === 'owner' && executed === '0' ? 'ownerWhole' : reason;

interface OrderWords {
  /** Short text: `Partly executed`. */
  readonly state: string;
  readonly tone: BadgeTone;
  /** Reason for which it ended before it was fully executed; undefined otherwise. */
  readonly reason: string | undefined;
  /** The result in a sentence. */
  readonly summary: string;
  readonly percent: number;
  readonly canCancel: boolean;
  readonly isOpen: boolean;
  /** Whether it is fully executed, as far as possible. */
  readonly isExecuted: boolean;
}

const TONES = {
  waiting: 'accent',
  partlyExecuted: 'accent',
  executed: 'up',
  cancelled: 'neutral',
} as const;

/** Returns the texts of an order's state, from its lifecycle machine. */
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
    // A halted market accepts no cancellation either.
    canCancel: canCancel && market.status !== 'halted',
    isOpen,
    isExecuted,
  };
}
