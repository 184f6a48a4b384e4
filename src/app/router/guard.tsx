/** The guard in front of all pages: waits for the session, then shows the page or redirects. */
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { waitFor } from 'xstate';
import { isPending } from '../../../machines/app/identity/session.selectors.ts';
import { ScreenLoading } from '../../views/parts/screen-loading.tsx';
import { callAnswer } from '../core/api/call-answer.ts';
import { errorText } from '../core/error-text.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { ROUTES } from './routes.ts';
import { verdictOf } from './verdict.ts';

/** Shows the page of a visit, or redirects it (SPEC 2, 4, 5). */
export function Guard({ children }: { readonly children: ReactNode }) {
  const { session } = useRuntime();
  const { key, pathname, search } = useLocation();
  const isWaiting = useWaiting(key);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const snapshot = useSelector(session, (current) => current);
  const route = ROUTES.find(({ path }) => matchPath(path, pathname) !== null);

  if (isWaiting) return <ScreenLoading />;
  if (route === undefined) return children;
  const verdict = verdictOf({ route, pathname, search, wasShown: shownKey === key }, snapshot);
  if (verdict.kind === 'redirect') return <Navigate to={verdict.to} replace />;
  if (verdict.kind === 'gated') return <ClosedGate />;
  if (shownKey !== key) setShownKey(key);
  return children;
}

/**
 * Returns whether the visit `key` has to wait: the session is not known yet, or the user info is
 * missing and is loaded first. If that fails, the page is shown without it.
 */
function useWaiting(key: string): boolean {
  const { session } = useRuntime();
  const [triedKey, setTriedKey] = useState<string | null>(null);
  const isKnown = useSelector(
    session,
    (snapshot) =>
      !snapshot.matches('booting') &&
      (snapshot.context.tokens === null || snapshot.context.user !== null),
  );
  const isWaiting = !isKnown && triedKey !== key;
  // Runs before the browser paints, so that nothing of the page is seen.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    const leaving = new AbortController();
    session.send({ type: 'user.fetch' });
    waitFor(session, (snapshot) => !isPending(snapshot), { signal: leaving.signal }).then(
      () => setTriedKey(key),
      () => undefined,
    );
    return () => leaving.abort();
  }, [session, isWaiting, key]);
  return isWaiting;
}

/** Shows the verification, and says why it keeps the trade tab closed. */
function ClosedGate() {
  const { api, toast } = useRuntime();
  useEffect(() => {
    // Asked again, because a cached answer may be older than the submission.
    const asked = callAnswer(api.call('getVerification', {}, { reporting: 'silent' }));
    void asked
      .then((answer) => {
        const isInReview = answer.ok && answer.value.state === 'in_review';
        return errorText(isInReview ? 'verification_in_review' : 'verification_required');
      })
      .then(toast);
  }, [api, toast]);
  return <Navigate to="/user-center" replace />;
}
