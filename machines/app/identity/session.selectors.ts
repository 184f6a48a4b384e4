/** Queries on a session snapshot; no other code matches its states by name. */
import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from './session.machine.ts';

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/**
 * Returns the current access token with its generation and sign-in, or null if calls may not carry
 * one.
 */
export function usableAccess(snapshot: SessionSnapshot): {
  readonly accessToken: string;
  readonly generation: number;
  readonly signIn: string;
} | null {
  const { tokens, generation, signIn } = snapshot.context;
  if (tokens === null || !snapshot.matches('signedIn')) return null;
  return { accessToken: tokens.accessToken, generation, signIn };
}

/**
 * Logged in as SPEC 4 defines it: the access token is not empty, including under the expiry dialog.
 */
export const isLoggedIn = (snapshot: SessionSnapshot): boolean => snapshot.context.tokens !== null;

/** Whether real-name verification is certified; false while unknown. */
export const isVerified = (snapshot: SessionSnapshot): boolean =>
  snapshot.context.user?.is_user_real ?? false;

/** Whether user info is being loaded; its answer may be older than the present state. */
export const isFetchingUser = (snapshot: SessionSnapshot): boolean => snapshot.hasTag('pending');

/** Whether a navigation should wait because the session is not known yet. */
export const isPending = (snapshot: SessionSnapshot): boolean =>
  snapshot.hasTag('pending') && snapshot.context.user === null;

export const isRefreshing = (snapshot: SessionSnapshot): boolean =>
  snapshot.matches({ signedIn: { access: 'refreshing' } });

/** Returns the dialog that the session shows. */
export function sessionDialog(snapshot: SessionSnapshot): 'expired' | 'needLogin' | null {
  if (snapshot.matches('expired')) return 'expired';
  return snapshot.matches({ signedOut: 'asking' }) ? 'needLogin' : null;
}
