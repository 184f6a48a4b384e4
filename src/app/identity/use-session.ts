/** The hooks of the signed-in user and of signing out. */
import { useSelector } from '@xstate/react';
import type { UserInfo } from '../../../contract/identity/identity.ts';
import {
  isLoggedIn,
  isPending,
  isVerified,
} from '../../../machines/app/identity/session.selectors.ts';
import { useRuntime } from '../core/runtime-context.ts';

interface SessionView {
  readonly isLoggedIn: boolean;
  /** Null while unknown. */
  readonly user: UserInfo | null;
  /** Whether real-name verification is certified. */
  readonly isVerified: boolean;
  /** Whether the session is not known yet. */
  readonly pending: boolean;
}

export function useSession(): SessionView {
  const { session } = useRuntime();
  return {
    isLoggedIn: useSelector(session, isLoggedIn),
    user: useSelector(session, ({ context }) => context.user),
    isVerified: useSelector(session, isVerified),
    pending: useSelector(session, isPending),
  };
}

interface SessionActions {
  /** Clears the session here immediately and reports it to the server; the app goes to /login. */
  signOut(): void;
  /** Reloads the user info. */
  refreshUser(): void;
}

export function useSessionActions(): SessionActions {
  const { session } = useRuntime();
  return {
    signOut: () => session.send({ type: 'session.close' }),
    refreshUser: () => session.send({ type: 'user.fetch' }),
  };
}
