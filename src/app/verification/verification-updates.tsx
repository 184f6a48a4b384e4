/** Shows a toast when the verification was decided while another screen shows. */
import { useSelector } from '@xstate/react';
import { t } from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { waitFor } from 'xstate';
import { LIMITS } from '../../../contract/limits.ts';
import type { Verification } from '../../../contract/verification/verification.ts';
import { isFetchingUser, isVerified } from '../../../machines/app/identity/session.selectors.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useVerification } from './use-verification.ts';
import type { QueryActor } from '../core/query-cache.ts';
import { useRuntime } from '../core/runtime-context.ts';

/** Pages that show the state of the verification. */
const OWN_PAGES: readonly string[] = ['/user-center', '/user-review'];

/** Last known verification of each user, which screens with other layouts continue from. */
const lastKnown = new WeakMap<QueryActor, Verification>();

/**
 * Shows the result of a submitted verification, and opens the gates without a reload: from user
 * events, and by polling while it is in review. Renders nothing; mounted once.
 */
export function VerificationUpdates() {
  const { queries, session } = useRuntime();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data, retry } = useVerification();
  const isOpen = useSelector(session, isVerified);
  const isBehind = data?.state === 'certified' && !isOpen;

  async function announce(outcome: 'certified' | 'failed'): Promise<void> {
    await loadWords('verification');
    showToast(
      t(`verification:outcome.${outcome}`),
      outcome === 'certified' ? 'success' : 'problem',
      {
        id: 'verification',
        action: {
          label: t('verification:outcome.open'),
          onPress: () => void navigate(outcome === 'certified' ? '/trade' : '/user-center'),
        },
      },
    );
  }
  const follow = useEffectEvent((now: Verification, isShut: boolean) => {
    const query = queries.get('getVerification', {});
    const before = lastKnown.get(query);
    if (before !== undefined && before.revision >= now.revision) return;
    const wasInReview = before?.state === 'in_review';
    // The toast about trading comes only when the user can trade.
    if (wasInReview && isShut) return;
    lastKnown.set(query, now);
    if (!wasInReview || OWN_PAGES.includes(pathname)) return;
    if (now.state === 'certified' || now.state === 'failed') void announce(now.state);
  });
  useEffect(() => {
    if (data !== null) follow(data, isBehind);
  }, [data, isBehind]);

  const refreshUser = () => session.send({ type: 'user.fetch' });
  useEffect(() => {
    if (!isBehind) return;
    // A running answer may be older than the change, so this waits for it first.
    void waitFor(session, (snapshot) => !isFetchingUser(snapshot)).then(() =>
      session.send({ type: 'user.fetch' }),
    );
  }, [session, isBehind]);
  useInterval(refreshUser, isBehind ? LIMITS.verification_poll_ms : null);
  useInterval(retry, data?.state === 'in_review' ? LIMITS.verification_poll_ms : null);
  return null;
}
