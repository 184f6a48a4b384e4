/** The screen of the real-name verification. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Verification } from '../../../contract/verification/verification.ts';
import {
  useVerification,
  useVerificationLifecycle,
} from '../../app/verification/use-verification.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/state-panel.tsx';
import { DonePanel } from '../parts/done-panel.tsx';
import { FailureReason } from './failure-reason.tsx';
import { PanelSkeleton } from '../parts/panel-skeleton.tsx';
import { PersonScreen } from '../parts/person-screen.tsx';
import { ReviewForm } from './review-form.tsx';

/** Real-name verification: the form, and the state of the submission. */
export function UserReviewScreen() {
  const t = useText('verification');
  const read = useVerification();
  const [wasSent, noteSent] = useState(false);
  return (
    <PersonScreen title={t('review.title')} backTo="/user-center">
      {read.status === 'loading' && <PanelSkeleton lines={8} />}
      {read.status === 'failure' && <ErrorState error={read.error} onRetry={read.retry} />}
      {read.status === 'success' && (
        <Review
          verification={read.data}
          wasSentHere={wasSent}
          onSent={(verification) => {
            noteSent(true);
            read.take(verification);
            read.retry();
          }}
        />
      )}
    </PersonScreen>
  );
}

interface ReviewProps {
  readonly verification: Verification;
  readonly wasSentHere: boolean;
  readonly onSent: (sent: Verification) => void;
}

function Review({ verification, wasSentHere, onSent }: ReviewProps) {
  const t = useText('verification');
  const { isInReview, isCertified, hasFailed } = useVerificationLifecycle(verification);
  if (isInReview)
    return (
      <DonePanel
        kind="waiting"
        title={t('state.in_review')}
        takesFocus={wasSentHere}
        action={
          <Link to="/market" className={buttonStyle('secondary')}>
            {t('review.toMarkets')}
          </Link>
        }
      >
        {t('stateHint.in_review')}
      </DonePanel>
    );
  if (isCertified)
    return (
      <DonePanel
        kind="done"
        title={t('state.certified')}
        action={
          <Link to="/trade" className={buttonStyle()}>
            {t('review.toTrade')}
          </Link>
        }
      >
        {t('stateHint.certified')}
      </DonePanel>
    );
  return (
    <>
      {hasFailed && (
        <section>
          <p className="leading-relaxed text-muted">{t('stateHint.failed')}</p>
          <FailureReason verification={verification} />
        </section>
      )}
      <ReviewForm onSent={onSent} />
    </>
  );
}
