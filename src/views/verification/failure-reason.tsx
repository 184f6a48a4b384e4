/** The reason of a failed verification, with the reviewer's text. */
import type { Verification } from '../../../contract/verification/verification.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconProblem } from '../../ui/icons.ts';

/** The reason of the last failed review, with the reviewer's text if there is one. */
export function FailureReason({ verification }: { readonly verification: Verification }) {
  const t = useText('verification');
  const { reason, reason_text: words } = verification;
  if (reason === null) return null;
  return (
    <div
      data-testid="failure-reason"
      className="mt-3 flex gap-2.5 rounded-control bg-down-soft p-3 text-sm leading-relaxed text-down"
    >
      <IconProblem aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{t(`reason.${reason}`)}</p>
        {words !== null && <p className="mt-1">{words}</p>}
      </div>
    </div>
  );
}
