/** Context, events and actor answers of the session machine. */
import type { Tokens, UserInfo } from '../../../contract/identity/identity.ts';

/** 1: mobile number, 2: e-mail address (SPEC 3, default 2). */
export type LoginType = '1' | '2';

/** The account last signed in with, offered again at the next sign-in. */
export interface Login {
  readonly loginUserName: string;
  readonly loginType: LoginType;
}

/** What one browser remembers of its session between two starts. */
export interface StoredSession extends Login {
  readonly tokens: Tokens | null;
  readonly user: UserInfo | null;
  /**
   * Tells one sign-in from another, in all tabs and however often its tokens are renewed: its first access token,
   * which has run out long before the session has. Empty without one.
   */
  readonly signIn: string;
}

export type TokensOfSignIn = Pick<StoredSession, 'tokens' | 'signIn'>;

export interface SessionContext extends StoredSession {
  /** Grows with every change of `tokens`: tells a late refusal of an old token from a new one. */
  readonly generation: number;
  /** Whether a screen is shown that wants the verification state kept fresh. */
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
  /** The person signs out. */
  | { readonly type: 'session.close' }
  /** HTTP 402 to a call that carried the access token of `generation`. */
  | { readonly type: 'session.ended'; readonly generation: number }
  /** HTTP 401 to a call that carried the access token of `generation`. */
  | { readonly type: 'token.refused'; readonly generation: number }
  /** A private call was made while nobody is signed in. */
  | { readonly type: 'login.missed' }
  /** The person confirms the dialog on screen. */
  | { readonly type: 'dialog.confirm' }
  /** A navigation wants the user info that is missing. */
  | { readonly type: 'user.fetch' }
  /** The main layout appears: keep the verification state fresh. */
  | { readonly type: 'verification.watch' }
  /** The main layout is gone. */
  | { readonly type: 'verification.unwatch' }
  /** Another tab signed in, refreshed (`tokens`) or signed out (null). */
  | { readonly type: 'storage.changed'; readonly tokens: Tokens | null; readonly signIn: string };

/** The person has to sign in: the app goes to /login. */
export interface LoginRequested {
  readonly type: 'login.requested';
}

/** One try of a refresh; an answer that takes longer counts as a failure of the network. */
export interface RefreshTry {
  readonly tokens: Tokens;
  readonly timeoutMs: number;
}

/**
 * `renewed`: of another sign-in where this tab has not heard yet of one in another tab. `ended`: the server says that
 * the session is over. A failure of the network rejects instead.
 */
export type RefreshAnswer =
  | { readonly status: 'renewed'; readonly tokens: Tokens; readonly signIn: string }
  | { readonly status: 'ended' };
