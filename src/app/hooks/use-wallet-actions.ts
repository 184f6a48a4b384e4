import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { useRuntime } from '../runtime-context.ts';

export interface WalletActions {
  /** Whether something about this record is on its way. */
  isPending(id: string): boolean;
  /** Takes a withdrawal back; what became of it arrives live, too. */
  cancelWithdrawal(id: string): void;
  /** `onRemoved` is told once the address is gone. */
  removeAddress(id: string, onRemoved: () => void): void;
}

/** Small things that are asked for by one button. Success is said by a toast, a refusal by the client. */
export function useWalletActions(): WalletActions {
  const { api } = useRuntime();
  const t = useText('assets');
  const [pending, setPending] = useState<readonly string[]>([]);

  async function track(id: string, doing: () => Promise<string>): Promise<void> {
    setPending((current) => [...current, id]);
    try {
      showToast(await doing(), 'success');
    } catch {
      // The client has said why.
    }
    setPending((current) => current.filter((other) => other !== id));
  }

  return {
    isPending: (id) => pending.includes(id),
    cancelWithdrawal: (id) =>
      void track(id, async () => {
        await api.call('cancelWithdrawal', { id });
        return t('withdrawal.cancelled');
      }),
    removeAddress: (id, onRemoved) =>
      void track(id, async () => {
        await api.call('removeWithdrawalAddress', { id });
        onRemoved();
        return t('address.removed');
      }),
  };
}
