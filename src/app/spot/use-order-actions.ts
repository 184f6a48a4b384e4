/** The hook that cancels one order or all orders. */
import { useCallback } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePendingActions } from '../core/hooks/use-pending-actions.ts';

interface OrderActions {
  /** Returns whether a cancellation of this order is running. */
  isCancelling(orderId: string): boolean;
  readonly isCancellingAll: boolean;
  cancel(orderId: string): void;
  /** Cancels all orders in these markets. */
  cancelAll(matchIds: readonly number[]): void;
}

const ALL = 'all';

/**
 * Cancels orders. Their new state arrives with the live orders; a toast shows the success or the
 * refusal.
 */
export function useOrderActions(): OrderActions {
  const { api } = useRuntime();
  const t = useText('spot');
  const { isPending, begin } = usePendingActions();

  const cancel = useCallback(
    (orderId: string) =>
      begin(orderId, async () => {
        const answer = await callAnswer(api.call('cancelOrder', { id: orderId }));
        if (answer.ok) showToast(t('orders.cancelled'), 'success');
        return answer;
      }),
    [api, t, begin],
  );
  const cancelAll = (matchIds: readonly number[]) =>
    begin(ALL, async () => {
      const answers = await Promise.all(
        matchIds.map((id) =>
          callAnswer(api.call('cancelAllOrders', { currency_match_id: String(id) })),
        ),
      );
      const taken = answers.flatMap((answer) => (answer.ok ? answer.value : []));
      const refusal = answers.find(({ ok }) => !ok);
      // The client has already shown the refusal of a market.
      if (taken.length > 0 || refusal === undefined)
        showToast(t('orders.cancelledNumber', { count: taken.length }), 'success');
      return refusal ?? { ok: true, value: taken };
    });
  return { isCancelling: isPending, isCancellingAll: isPending(ALL), cancel, cancelAll };
}
