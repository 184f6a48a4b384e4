/** The hook behind the buttons of an own ad, each sent with the revision on screen. */
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { usePendingActions, type PendingActionsView } from '../core/hooks/use-pending-actions.ts';

export type OwnAdAction = 'suspend' | 'resume' | 'cancel';

const CALLS = {
  suspend: 'suspendFiatAd',
  resume: 'resumeFiatAd',
  cancel: 'cancelFiatAd',
} as const;

interface OwnAdActions extends Pick<PendingActionsView, 'isPending'> {
  /** @param accepted the confirmed deviation of a price far from the market. */
  act(action: OwnAdAction, ad: OwnFiatAd, accepted?: string): void;
}

/**
 * Runs a button's action on the user's own ad, with the revision on screen. `reload` runs
 * afterwards, and after a refusal because the ad has changed, which a toast reports. The client
 * shows other refusals.
 */
export function useOwnAdActions(reload: () => void): OwnAdActions {
  const { api } = useRuntime();
  const t = useText('fiat-merchant');
  const { isPending, begin } = usePendingActions();

  return {
    isPending,
    act: (action, { id, revision }, accepted) =>
      begin(id, async () => {
        const fields = {
          id,
          revision: String(revision),
          ...(accepted !== undefined && { accepted_deviation: accepted }),
        };
        const answer = await callAnswer(api.call(CALLS[action], fields));
        if (answer.ok) showToast(t(`done.${action}`), 'success');
        reload();
        return answer;
      }),
  };
}
