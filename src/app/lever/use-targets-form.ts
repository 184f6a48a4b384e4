/** The hook of the form that changes take-profit and stop-loss of an order. */
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { ticksOf } from '../../../machines/app/lever/lever-prices.ts';
import type {
  TargetLimits,
  TargetsFacts,
  TargetsFields,
} from '../../../machines/app/lever/targets.rules.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { targetsForm } from './lever-order-forms.ts';

/** Returns the prices that amended targets are compared with: the mark, or the limit of a pending order. */
export function amendmentLimits(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
  markPrice: string | null,
): TargetLimits {
  const isPending = order.state === 'pending';
  const from = ticksOf(market, (isPending ? order.price : markPrice) ?? '');
  return { direction: order.direction, takeProfitFrom: from, stopLossFrom: from };
}

/** The form of one order; `onDone` is called after success. */
export function useTargetsForm(
  order: LeverOrderInfo,
  onDone: () => void,
): SubmissionView<TargetsFields, TargetsFacts, LeverOrderInfo> {
  return useSubmission(targetsForm, {
    subject: order.id,
    initial: {
      id: order.id,
      revision: String(order.revision),
      takeProfit: order.take_profit ?? '',
      stopLoss: order.stop_loss ?? '',
    },
    onSuccess: onDone,
  });
}
