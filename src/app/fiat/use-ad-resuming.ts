/** The hook of the form that shows a suspended sell ad again. */
import type { OwnFiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useSubmission } from '../core/hooks/use-submission.ts';
import { useWhenRefused } from '../core/hooks/use-when-refused.ts';
import { fiatAdResuming } from './fiat-ad-forms.ts';

interface AdResumingListeners {
  onResumed(): void;
  /** Called when the shown ad or its price is outdated, so that the caller reloads it. */
  onOutdated(): void;
}

const OUTDATED: ReadonlySet<ProblemName> = new Set([
  'fiat_ad_changed',
  'fiat_price_too_far',
  'fiat_price_unconfirmed',
]);

/**
 * Asks a merchant for their secrets before coins are offered again. `ad` is the present ad, whose
 * revision is sent.
 */
export function useAdResuming(ad: OwnFiatAd, { onResumed, onOutdated }: AdResumingListeners) {
  const form = useSubmission(fiatAdResuming, { initial: { id: ad.id }, onSuccess: onResumed });
  useWhenRefused(form.problems, OUTDATED, onOutdated);
  return {
    ...form,
    /**
     * @param accepted the confirmed deviation of a price far from the market; empty for none.
     * @param isCodeNeeded whether the merchant is known to have an authenticator.
     */
    submit(accepted: string, isCodeNeeded: boolean) {
      form.edit({ revision: String(ad.revision), acceptedDeviation: accepted });
      form.submit({ isCodeNeeded });
    },
  };
}
