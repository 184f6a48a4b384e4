/** The sentence at a closed gate: the verification is missing, or it is in review. */
import { useIsInReview } from '../../app/core/hooks/use-is-in-review.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';

/** Shows a signed-in, unverified user the reason for which trading is closed. */
export function GateHint(): string {
  const t = useText('common');
  const isInReview = useIsInReview();
  const errorText = useErrorText(isInReview);
  return isInReview ? (errorText('verification_in_review') ?? '…') : t('user.gateHint');
}
