/** The hook of the form that changes take-profit and stop-loss of an order. */
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { ticksOf } from '../../../machines/app/lever/lever-prices.ts';
import { stopOutBeforeStop } from '../../../machines/app/lever/targets.figures.ts';
import type {
  TargetLimits,
  TargetsFacts,
  TargetsFields,
} from '../../../machines/app/lever/targets.rules.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { targetsForm } from './lever-order-forms.ts';

/** Returns the prices that amended targets are compared with: the mark, or the limit of a pending order, and the present targets. */
export function amendmentLimits(
  order: LeverOrderInfo,
  market: LeverMarketInfo,
  markPrice: string | null,
): TargetLimits {
  const isPending = order.state === 'pending';
  const from = ticksOf(market, (isPending ? order.price : markPrice) ?? '');
  const present = {
    takeProfit: ticksOf(market, order.take_profit ?? ''),
    stopLoss: ticksOf(market, order.stop_loss ?? ''),
  };
  return { direction: order.direction, takeProfitFrom: from, stopLossFrom: from, present };
}

interface TargetsFormView extends SubmissionView<TargetsFields, TargetsFacts, LeverOrderInfo> {
  /** The price that stops the account out before the typed stop-loss, in ticks. */
  readonly stopOutBefore: number | null;
}

/** The form of one order; `onDone` is called after success. @param portfolio the account at the marks. */
export function useTargetsForm(
  order: LeverOrderInfo,
  { market, portfolio }: { readonly market: LeverMarketInfo; readonly portfolio: Portfolio },
  onDone: () => void,
): TargetsFormView {
  const form = useSubmission(targetsForm, {
    subject: order.id,
    initial: {
      id: order.id,
      revision: String(order.revision),
      takeProfit: order.take_profit ?? '',
      stopLoss: order.stop_loss ?? '',
    },
    onSuccess: onDone,
  });
  const stopOutBefore = stopOutBeforeStop(form.fields.stopLoss, order, market, portfolio);
  return { ...form, stopOutBefore };
}
