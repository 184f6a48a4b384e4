/** Notices that Meridian sends users outside the app, with the fields of each text, and the shape of one language. */
/** A message by name, with the fields of its text. */
export type Notice =
  | { readonly kind: 'registerCode'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'passwordResetCode'; readonly code: string; readonly minutes: number }
  /** A sign-up code was requested for an existing account; only its owner learns that it exists. */
  | { readonly kind: 'accountExists' }
  | { readonly kind: 'signInLocked' }
  | { readonly kind: 'passwordChanged' }
  /** A used refresh token was sent again: the session may have been copied. */
  | { readonly kind: 'sessionRevoked' }
  | { readonly kind: 'bindAddressCode'; readonly code: string; readonly minutes: number }
  | { readonly kind: 'signInCode'; readonly code: string; readonly minutes: number }
  | {
      readonly kind: 'newDevice';
      /** Date and time of the sign-in, in UTC. */
      readonly time: string;
      /** Remote address of the sign-in. */
      readonly address: string;
    }
  /** A signed-in user entered wrong passwords or codes until further attempts were blocked. */
  | { readonly kind: 'secretsLocked' }
  /**
   * Changed by its owner in the security center; `passwordChanged` is the reset of a forgotten one.
   */
  | { readonly kind: 'passwordAmended' }
  | { readonly kind: 'payPasswordSet' }
  | { readonly kind: 'payPasswordChanged' }
  | { readonly kind: 'googleBound' }
  | { readonly kind: 'googleUnbound' }
  /** The user has signed out all other devices. */
  | { readonly kind: 'devicesSignedOut' }
  /** The owner holds the account with the link of a mail. */
  | { readonly kind: 'accountHeld' }
  | { readonly kind: 'addressBound'; readonly currency: string; readonly address: string }
  | (MoneyNotice<'withdrawalRequested'> & { readonly address: string })
  /** A P2P ad or a sale to an ad has frozen coins of the user. */
  | MoneyNotice<'coinsOffered'>
  /** The buyer has marked a P2P order as paid; sent to the seller. */
  | MoneyNotice<'paymentDeclared'>
  | { readonly kind: 'verificationCertified' }
  | { readonly kind: 'verificationFailed' }
  | { readonly kind: 'feedbackReplied' }
  | MoneyNotice<'depositCredited'>
  | MoneyNotice<'withdrawalSent'>
  | MoneyNotice<'withdrawalRejected'>
  /** The cycle of a savings position has ended; the amount is principal and dividends. */
  | MoneyNotice<'savingsEnded'>
  /** The ratio of equity to margin of a contract account fell to a threshold; a percentage such as `98.32`. */
  | { readonly kind: 'marginLow'; readonly percent: string }
  /** All contract positions were closed, because equity fell to half of the margin. */
  | { readonly kind: 'stoppedOut' }
  /** Contract positions with profits were closed, because the pool covered too little. */
  | { readonly kind: 'deleveraged' }
  /** A contract market with open positions or orders of the user will end. */
  | {
      readonly kind: 'contractEnds';
      /** Name of the market, e.g. `BTC/USDT`. */
      readonly contract: string;
      /** Date and time of the end, in UTC. */
      readonly time: string;
    };

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

/** One language: every notice, the line under a mail, and the line above the link that holds the account. */
export type NoticeTexts = Readonly<Record<NoticeKind, NoticeText>> & {
  readonly footer: string;
  readonly hold: string;
};
