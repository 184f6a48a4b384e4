/** Context, events and actor answers of the session machine. */
import type { Tokens, UserInfo } from '../../../contract/identity/identity.ts';

/** 1: mobile number, 2: email address (SPEC 3, default 2). */
export type LoginType = '1' | '2';

/** The account of the last sign-in, which the next sign-in offers. */
export interface Login {
  readonly loginUserName: string;
  readonly loginType: LoginType;
}

/** The session data that a browser stores between two starts. */
export interface StoredSession extends Login {
  readonly tokens: Tokens | null;
  readonly user: UserInfo | null;
  /**
   * Identifies one sign-in in all tabs and across token renewals: its first access token, which
   * expires long before the session. Empty if there is none.
   */
  readonly signIn: string;
}

export type TokensOfSignIn = Pick<StoredSession, 'tokens' | 'signIn'>;

export interface SessionContext extends StoredSession {
  /**
   * Grows with every change of `tokens`, so that a late refusal of an old token is not applied to a
   * new one.
   */
  readonly generation: number;
  /** Whether a screen is open that needs the verification state refreshed. */
  readonly isVerificationWatched: boolean;
}

export type SessionEvent =
  /** A sign-in or registration succeeded. */
  | {
      readonly type: 'session.opened';
      readonly tokens: Tokens;
      readonly loginUserName: string;
      readonly loginType: LoginType;
    }
  /** The user signs out. */
  | { readonly type: 'session.close' }
  /** HTTP 402 to a call that carried the access token of `generation`. */
  | { readonly type: 'session.ended'; readonly generation: number }
  /** HTTP 401 to a call that carried the access token of `generation`. */
  | { readonly type: 'token.refused'; readonly generation: number }
  /** A private call was made without a signed-in user. */
  | { readonly type: 'login.missed' }
  /** The user confirms the open dialog. */
  | { readonly type: 'dialog.confirm' }
  /** A navigation needs the missing user info. */
  | { readonly type: 'user.fetch' }
  /** The main layout was mounted: the verification state must be refreshed. */
  | { readonly type: 'verification.watch' }
  /** The main layout was unmounted. */
  | { readonly type: 'verification.unwatch' }
  /** Another tab signed in, refreshed (`tokens`) or signed out (null). */
  | { readonly type: 'storage.changed'; readonly tokens: Tokens | null; readonly signIn: string };

/** The user has to sign in: the app goes to /login. */
export interface LoginRequested {
  readonly type: 'login.requested';
}

/** One attempt of a refresh; an answer that takes longer counts as a network failure. */
export interface RefreshTry {
  readonly tokens: Tokens;
  readonly timeoutMs: number;
}

/**
 * `renewed`: the tokens may belong to another sign-in, if another tab made one that this tab does
 * not know yet. `ended`: the server reports that the session is over. A network failure rejects
 * instead.
 */
export type RefreshAnswer =
  | { readonly status: 'renewed'; readonly tokens: Tokens; readonly signIn: string }
  | { readonly status: 'ended' };
