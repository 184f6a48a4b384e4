import { redirect, type LoaderFunctionArgs } from 'react-router-dom';
import { waitFor } from 'xstate';
import { isLoggedIn, isPending, isVerified } from '../../../machines/app/session.selectors.ts';
import { errorText } from '../error-text.ts';
import type { Runtime } from '../runtime.ts';
import { loginPath, redirectTarget } from './redirect-path.ts';
import type { AppRoute } from './routes.ts';

/** The session once it is known who is signed in; user info that is missing is fetched (SPEC 4). */
async function settledSession({ session }: Runtime) {
  const snapshot = session.getSnapshot();
  if (isLoggedIn(snapshot) && snapshot.context.user === null) session.send({ type: 'user.fetch' });
  return waitFor(session, (current) => !isPending(current));
}

/** Lets a navigation through, or says where it goes instead. Runs before every page. */
export function guardOf(route: AppRoute, runtime: Runtime) {
  return async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const snapshot = await settledSession(runtime);
    const { pathname, search } = new URL(request.url);
    if (route.audience === 'anonymous')
      return isLoggedIn(snapshot) ? redirect(redirectTarget(search)) : null;
    if (!isLoggedIn(snapshot)) return redirect(loginPath(`${pathname}${search}`));
    if (route.isGated && !isVerified(snapshot)) {
      runtime.toast(await errorText('verification_required'));
      return redirect('/user-center');
    }
    return null;
  };
}
