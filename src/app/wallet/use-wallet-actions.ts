/** The hook that cancels a withdrawal or removes an address. */
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePendingActions, type PendingActionsView } from '../core/hooks/use-pending-actions.ts';

export interface WalletActions extends Pick<PendingActionsView, 'isPending'> {
  /** Takes a withdrawal back; what became of it arrives live, too. */
  cancelWithdrawal(id: string): void;
  /** `onRemoved` is told once the address is gone. */
  removeAddress(id: string, onRemoved: () => void): void;
}

/** Small things that are asked for by one button. Success is said by a toast, a refusal by the client. */
export function useWalletActions(): WalletActions {
  const { api } = useRuntime();
  const t = useText('wallet');
  const { isPending, begin } = usePendingActions();

  return {
    isPending,
    cancelWithdrawal: (id) =>
      begin(id, async () => {
        const answer = await callAnswer(api.call('cancelWithdrawal', { id }));
        if (answer.ok) showToast(t('withdrawal.cancelled'), 'success');
        return answer;
      }),
    removeAddress: (id, onRemoved) =>
      begin(id, async () => {
        const answer = await callAnswer(api.call('removeWithdrawalAddress', { id }));
        if (answer.ok) {
          onRemoved();
          showToast(t('address.removed'), 'success');
        }
        return answer;
      }),
  };
}
