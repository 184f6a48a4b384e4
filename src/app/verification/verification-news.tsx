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

/** Pages that show how the verification stands. */
const OWN_PAGES: readonly string[] = ['/user-center', '/user-review'];

/** What was last known of each person's verification: screens with other layouts go on from it. */
const lastKnown = new WeakMap<QueryActor, Verification>();

/**
 * Says what became of the verification that was handed in, and opens the gates without a reload:
 * pushed by the socket, and asked for while it is in review. Renders nothing; mounted once.
 */
export function VerificationNews() {
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
    // It is said that they can trade once they can.
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
    // Of an answer on its way nobody knows whether it is of before.
    void waitFor(session, (snapshot) => !isFetchingUser(snapshot)).then(() =>
      session.send({ type: 'user.fetch' }),
    );
  }, [session, isBehind]);
  useInterval(refreshUser, isBehind ? LIMITS.verification_poll_ms : null);
  useInterval(retry, data?.state === 'in_review' ? LIMITS.verification_poll_ms : null);
  return null;
}
