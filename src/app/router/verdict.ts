/** Decides for a visit: show the page, redirect, or close its gate. */
import {
  isLoggedIn,
  isVerified,
  type SessionSnapshot,
} from '../../../machines/app/identity/session.selectors.ts';
import { loginPath, redirectTarget } from './redirect-path.ts';
import type { AppRoute } from './routes.ts';

/** The verdict on a visit: show the page, redirect it, or show the closed gate. */
type Verdict =
  | { readonly kind: 'show' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'gated' };

const SHOW: Verdict = { kind: 'show' };

export interface Visit {
  readonly route: Pick<AppRoute, 'audience' | 'isGated'>;
  readonly pathname: string;
  readonly search: string;
  /** The page was already on screen, so a sign-out there does not lead back to it. */
  readonly wasShown: boolean;
}

/** Decides a visit when the session is known. */
export function verdictOf(visit: Visit, session: SessionSnapshot): Verdict {
  const { route, pathname, search, wasShown } = visit;
  if (route.audience === 'public') return SHOW;
  if (route.audience === 'anonymous')
    return isLoggedIn(session) ? { kind: 'redirect', to: redirectTarget(search) } : SHOW;
  if (!isLoggedIn(session))
    return { kind: 'redirect', to: wasShown ? '/login' : loginPath(`${pathname}${search}`) };
  return route.isGated === true && !isVerified(session) ? { kind: 'gated' } : SHOW;
}
