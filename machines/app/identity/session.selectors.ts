/** What the app asks of a session snapshot; no other place matches its states by name. */
import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from './session.machine.ts';

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The current access token with its generation and sign-in, or null when no call may carry one. */
export function usableAccess(snapshot: SessionSnapshot): {
  readonly accessToken: string;
  readonly generation: number;
  readonly signIn: string;
} | null {
  const { tokens, generation, signIn } = snapshot.context;
  if (tokens === null || !snapshot.matches('signedIn')) return null;
  return { accessToken: tokens.accessToken, generation, signIn };
}

/** Logged in as SPEC 4 has it: the access token is not empty, also under the expiry dialog. */
export const isLoggedIn = (snapshot: SessionSnapshot): boolean => snapshot.context.tokens !== null;

/** Whether real-name verification is certified; false while nothing is known. */
export const isVerified = (snapshot: SessionSnapshot): boolean =>
  snapshot.context.user?.is_user_real ?? false;

/** Whether user info is on its way; it may be older than what is known by now. */
export const isFetchingUser = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('pending');

/** Whether a navigation should wait: who is signed in is not known yet. */
export const isPending = (snapshot: SessionSnapshot): boolean =>
  snapshot.hasTag('pending') && snapshot.context.user === null;

export const isRefreshing = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ signedIn: { access: 'refreshing' } });

/** The dialog that the session wants on screen. */
export function sessionDialog(snapshot: SessionSnapshot): 'expired' | 'needLogin' | null {
  if (snapshot.matches('expired')) return 'expired';
  return snapshot.matches({ signedOut: 'asking' }) ? 'needLogin' : null;
}
