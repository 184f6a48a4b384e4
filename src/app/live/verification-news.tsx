import { useSelector } from '@xstate/react';
import { loadNamespaces, t } from 'i18next';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LIMITS } from '../../../contract/limits.ts';
import type { VerificationState } from '../../../contract/schemas/verification.ts';
import { isVerified } from '../../../machines/app/session.selectors.ts';
import { showToast } from '../../ui/toast.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useVerification } from '../hooks/use-verification.ts';
import { useRuntime } from '../runtime-context.ts';

/** Pages that show how the verification stands. */
const OWN_PAGES: readonly string[] = ['/user-center', '/user-review'];

/**
 * Says what became of the verification that was handed in, and opens the gates without a reload:
 * pushed by the socket, and asked for while it is in review. Renders nothing; mounted once.
 */
export function VerificationNews() {
  const { session } = useRuntime();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data, retry } = useVerification();
  const state = data?.state;
  const isOpen = useSelector(session, isVerified);
  const isBehind = state === 'certified' && !isOpen;
  const before = useRef<VerificationState>(undefined);

  async function announce(outcome: 'certified' | 'failed'): Promise<void> {
    await loadNamespaces('people');
    showToast(t(`people:outcome.${outcome}`), outcome === 'certified' ? 'success' : 'problem', {
      id: 'verification',
      action: {
        label: t('people:outcome.open'),
        onPress: () => void navigate(outcome === 'certified' ? '/trade' : '/user-center'),
      },
    });
  }
  const follow = useEffectEvent((now: VerificationState | undefined) => {
    const isOutcome = before.current === 'in_review' && (now === 'certified' || now === 'failed');
    if (now !== undefined) before.current = now;
    if (isOutcome && !OWN_PAGES.includes(pathname)) void announce(now);
  });
  useEffect(() => follow(state), [state]);

  const refreshUser = () => session.send({ type: 'user.fetch' });
  useEffect(() => {
    if (isBehind) session.send({ type: 'user.fetch' });
  }, [session, isBehind]);
  useInterval(refreshUser, isBehind ? LIMITS.verification_poll_ms : null);
  useInterval(retry, state === 'in_review' ? LIMITS.verification_poll_ms : null);
  return null;
}
