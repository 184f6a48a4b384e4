import { useCallback, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { useRuntime } from '../runtime-context.ts';

export interface OrderActions {
  /** Whether the cancellation of this order is on its way. */
  isCancelling(orderId: string): boolean;
  readonly isCancellingAll: boolean;
  cancel(orderId: string): void;
  /** All orders in these markets. */
  cancelAll(matchIds: readonly number[]): void;
}

const ALL = 'all';

/**
 * Takes orders back. What became of them arrives with the live orders; that they were cancelled, or
 * why not, is said by a toast.
 */
export function useOrderActions(): OrderActions {
  const { api } = useRuntime();
  const t = useText('trade');
  const [pending, setPending] = useState<readonly string[]>([]);

  const track = useCallback(async (id: string, cancelling: () => Promise<string | null>) => {
    setPending((current) => [...current, id]);
    try {
      const text = await cancelling();
      if (text !== null) showToast(text, 'success');
    } catch {
      // The client has said why.
    }
    setPending((current) => current.filter((other) => other !== id));
  }, []);

  const cancel = useCallback(
    (orderId: string) =>
      void track(orderId, async () => {
        await api.call('cancelOrder', { id: orderId });
        return t('orders.cancelled');
      }),
    [api, t, track],
  );
  const cancelAll = (matchIds: readonly number[]) =>
    void track(ALL, async () => {
      const answers = await Promise.allSettled(
        matchIds.map((id) => api.call('cancelAllOrders', { currency_match_id: String(id) })),
      );
      const taken = answers.flatMap((answer) =>
        answer.status === 'fulfilled' ? answer.value : [],
      );
      // Why a market did not answer, the client has said.
      const isSaid = taken.length === 0 && answers.some(({ status }) => status === 'rejected');
      return isSaid ? null : t('orders.cancelledNumber', { count: taken.length });
    });
  return {
    isCancelling: (orderId) => pending.includes(orderId),
    isCancellingAll: pending.includes(ALL),
    cancel,
    cancelAll,
  };
}
