import { useCallback, useState } from 'react';
import { useRuntime } from '../runtime-context.ts';

export interface OrderActions {
  /** Whether the cancellation of this order is on its way. */
  isCancelling(orderId: string): boolean;
  readonly isCancellingAll: boolean;
  cancel(orderId: string): void;
  cancelAll(matchId: number): void;
}

const ALL = 'all';

/** Takes orders back. What became of them arrives with the live orders; a refusal is toasted. */
export function useOrderActions(): OrderActions {
  const { api } = useRuntime();
  const [pending, setPending] = useState<readonly string[]>([]);

  const track = useCallback(async (id: string, call: Promise<unknown>): Promise<void> => {
    setPending((current) => [...current, id]);
    try {
      await call;
    } catch {
      // The client has said why.
    }
    setPending((current) => current.filter((other) => other !== id));
  }, []);

  const cancel = useCallback(
    (orderId: string) => void track(orderId, api.call('cancelOrder', { id: orderId })),
    [api, track],
  );
  return {
    isCancelling: (orderId) => pending.includes(orderId),
    isCancellingAll: pending.includes(ALL),
    cancel,
    cancelAll: (matchId) =>
      void track(ALL, api.call('cancelAllOrders', { currency_match_id: String(matchId) })),
  };
}
