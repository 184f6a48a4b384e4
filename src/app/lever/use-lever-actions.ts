/** The hook of the buttons of contract orders: cancel, close, keep, and one click for several. */
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { ClosingScope } from '../../../machines/app/lever/closing.rules.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { usePendingActions, type PendingActionsView } from '../core/hooks/use-pending-actions.ts';
import { useRuntime } from '../core/runtime-context.ts';

export interface LeverActions {
  /** Whether an action on this order is running. */
  isPending(orderId: string): boolean;
  readonly isClosingAll: boolean;
  readonly isCancellingAll: boolean;
  cancel(orderId: string): void;
  /** Cancels the pending orders of a market, or of all. */
  cancelAll(marketId: number | null): void;
  close(orderId: string): void;
  /** Keeps a position that waits to be closed. */
  keep(orderId: string): void;
  /** Changes the targets; a blank price clears one. `onDone` gets whether it succeeded. */
  amend(targets: AmendedTargets, onDone: (isDone: boolean) => void): void;
  closeAll(scope: ClosingScope, marketId: number | null): void;
}

interface AmendedTargets {
  readonly order: LeverOrderInfo;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

const CLOSE_ALL = 'close all';
const CANCEL_ALL = 'cancel all';

/** Returns a function that makes a call and shows its success. `onEnd` gets whether it succeeded. */
const actOf =
  (begin: PendingActionsView['begin']) =>
  <Answer>(
    key: string,
    call: () => Promise<Answer>,
    done: (answer: Answer) => string,
    onEnd?: (isDone: boolean) => void,
  ) =>
    begin(key, async (): Promise<CallAnswer<unknown>> => {
      const answer = await callAnswer(call());
      if (answer.ok) showToast(done(answer.value), 'success');
      onEnd?.(answer.ok);
      return answer;
    });

/** The new state of an order arrives with the live orders; a toast shows the success or the refusal. */
export function useLeverActions(): LeverActions {
  const { api } = useRuntime();
  const t = useText('lever');
  const { isPending, begin } = usePendingActions();
  const act = actOf(begin);
  return {
    isPending,
    isClosingAll: isPending(CLOSE_ALL),
    isCancellingAll: isPending(CANCEL_ALL),
    cancel: (id) =>
      act(
        id,
        () => api.call('cancelLeverOrder', { id }),
        () => t('done.cancelled'),
      ),
    cancelAll: (marketId) =>
      act(
        CANCEL_ALL,
        () =>
          api.call('cancelAllLeverOrders', {
            ...(marketId !== null && { lever_market_id: String(marketId) }),
          }),
        ({ length: count }) => t('done.cancelledNumber', { count }),
      ),
    close: (id) =>
      act(
        id,
        () => api.call('closeLeverPosition', { id }),
        ({ state }) => t(state === 'closed' ? 'done.closed' : 'done.closeWaits'),
      ),
    keep: (id) =>
      act(
        id,
        () => api.call('withdrawLeverClose', { id }),
        () => t('done.kept'),
      ),
    amend: ({ order: { id, revision }, takeProfit, stopLoss }, onDone) =>
      act(
        id,
        () =>
          api.call('amendLeverTargets', {
            id,
            revision: String(revision),
            take_profit: takeProfit,
            stop_loss: stopLoss,
          }),
        () => t('done.amended'),
        onDone,
      ),
    closeAll: (scope, marketId) =>
      act(
        CLOSE_ALL,
        () =>
          api.call('closeAllLeverPositions', {
            direction: scope === 'market' ? 'all' : scope,
            ...(scope === 'market' && marketId !== null && { lever_market_id: String(marketId) }),
          }),
        ({ closed: { length: count }, waiting }) =>
          waiting.length === 0
            ? t('done.closedNumber', { count })
            : t('done.closedSome', { closed: count, waiting: waiting.length }),
      ),
  };
}
