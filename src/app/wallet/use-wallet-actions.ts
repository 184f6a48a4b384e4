/** The hook that cancels a withdrawal or removes an address. */
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePendingActions, type PendingActionsView } from '../core/hooks/use-pending-actions.ts';

interface WalletActions extends Pick<PendingActionsView, 'isPending'> {
  /** Cancels a withdrawal; its new state arrives live, too. */
  cancelWithdrawal(id: string): void;
  /** `onRemoved` is called when the address is removed. */
  removeAddress(id: string, onRemoved: () => void): void;
}

/** Actions of single buttons. A toast shows the success, and the client a refusal. */
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
