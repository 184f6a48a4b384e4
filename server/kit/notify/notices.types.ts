/** What Meridian tells people outside the app: each notice with what its text needs, and the shape of one language. */
/** A message by name, with what its text needs. */
export type Notice =
  | { readonly kind: 'registerCode'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'passwordResetCode'; readonly code: string; readonly minutes: number }
  /** Someone asked for a sign-up code for an account that exists: only its owner learns that. */
  | { readonly kind: 'accountExists' }
  | { readonly kind: 'signInLocked' }
  | { readonly kind: 'passwordChanged' }
  /** A used refresh token came back: a copy of the session may be in other hands. */
  | { readonly kind: 'sessionRevoked' }
  | { readonly kind: 'bindAddressCode'; readonly code: string; readonly minutes: number }
  /** Somebody who is signed in gave wrong passwords or codes until none were taken any more. */
  | { readonly kind: 'secretsLocked' }
  /** By its owner in the security centre; `passwordChanged` is the reset of a forgotten one. */
  | { readonly kind: 'passwordAmended' }
  | { readonly kind: 'payPasswordSet' }
  | { readonly kind: 'payPasswordChanged' }
  | { readonly kind: 'googleBound' }
  | { readonly kind: 'googleUnbound' }
  | { readonly kind: 'verificationCertified' }
  | { readonly kind: 'verificationFailed' }
  | { readonly kind: 'feedbackReplied' }
  | MoneyNotice<'depositCredited'>
  | MoneyNotice<'withdrawalSent'>
  | MoneyNotice<'withdrawalRejected'>;

interface MoneyNotice<Kind extends string> {
  readonly kind: Kind;
  /** Decimal text. */
  readonly amount: string;
  /** Its code, e.g. `BTC`. */
  readonly currency: string;
}

export type NoticeKind = Notice['kind'];

export interface NoticeText {
  /** Subject of the mail; an SMS has none. */
  readonly subject: string;
  /** Text of the mail or the SMS, with the fields of the notice in it, e.g. `{{code}}`. */
  readonly body: string;
}

/** One language: every notice and the line under a mail. */
export type NoticeTexts = Readonly<Record<NoticeKind, NoticeText>> & { readonly footer: string };
