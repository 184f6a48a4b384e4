/** The panel of the verification's state and next step. */
import { Link } from 'react-router-dom';
import type { Verification } from '../../../contract/verification/verification.ts';
import { useVerificationLifecycle } from '../../app/verification/use-verification.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { FailureReason } from './failure-reason.tsx';

const TONE: Record<Verification['state'], BadgeTone> = {
  none: 'warn',
  in_review: 'accent',
  certified: 'up',
  failed: 'down',
};

/** The state of the real-name verification, and the next step. */
export function VerificationPanel({ verification }: { readonly verification: Verification }) {
  const t = useText('verification');
  const { state } = verification;
  const { canSubmit, hasFailed } = useVerificationLifecycle(verification);
  return (
    <Panel
      title={t('center.verification')}
      action={
        <span data-testid="verification-state">
          <Badge tone={TONE[state]}>{t(`state.${state}`)}</Badge>
        </span>
      }
    >
      <p className="leading-relaxed text-muted text-pretty">{t(`stateHint.${state}`)}</p>
      {hasFailed && <FailureReason verification={verification} />}
      <Submitted verification={verification} />
      {canSubmit && (
        <Link to="/user-review" className={`mt-4 w-full ${buttonStyle()}`}>
          {t(hasFailed ? 'center.resubmit' : 'center.begin')}
        </Link>
      )}
    </Panel>
  );
}

/** The submitted data, masked by the server. */
function Submitted({ verification }: { readonly verification: Verification }) {
  const t = useText('verification');
  const format = useFormat();
  const { id_type: idType, name, card_id: cardId } = verification;
  const { submitted_at: submittedAt, reviewed_at: reviewedAt } = verification;
  if (idType === null) return null;
  return (
    <div className="mt-3">
      <DetailList>
        <DetailRow name={t('field.idType')}>{t(`idType.${idType}`)}</DetailRow>
        <DetailRow name={t('field.name')}>{name}</DetailRow>
        <DetailRow name={t('field.cardId')}>{cardId}</DetailRow>
        {submittedAt !== null && (
          <DetailRow name={t('center.submittedAt')}>{format.dateTime(submittedAt)}</DetailRow>
        )}
        {reviewedAt !== null && (
          <DetailRow name={t('center.reviewedAt')}>{format.dateTime(reviewedAt)}</DetailRow>
        )}
      </DetailList>
    </div>
  );
}
