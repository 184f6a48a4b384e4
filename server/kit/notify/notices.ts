/** What Meridian tells people outside the app, and how it is put into words. */
import type { Locale } from '../../../contract/languages.ts';
import { noticeTextsDeDe } from './texts/de-de.ts';
import { noticeTextsEnUs } from './texts/en-us.ts';
import { noticeTextsEsEs } from './texts/es-es.ts';
import { noticeTextsFrFr } from './texts/fr-fr.ts';
import { noticeTextsJaJp } from './texts/ja-jp.ts';
import { noticeTextsKoKr } from './texts/ko-kr.ts';
import { noticeTextsThTh } from './texts/th-th.ts';
import { noticeTextsViVn } from './texts/vi-vn.ts';
import { noticeTextsZhCn } from './texts/zh-cn.ts';
import { noticeTextsZhHk } from './texts/zh-hk.ts';

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

/** All texts; a missing language or notice does not compile. */
export const NOTICE_TEXTS: Readonly<Record<Locale, NoticeTexts>> = {
  'zh-CN': noticeTextsZhCn,
  'zh-HK': noticeTextsZhHk,
  'en-US': noticeTextsEnUs,
  'ja-JP': noticeTextsJaJp,
  'ko-KR': noticeTextsKoKr,
  'th-TH': noticeTextsThTh,
  'vi-VN': noticeTextsViVn,
  'de-DE': noticeTextsDeDe,
  'fr-FR': noticeTextsFrFr,
  'es-ES': noticeTextsEsEs,
};

/** The notice in words of `locale`. */
export function wordNotice(notice: Notice, locale: Locale): NoticeText {
  const { subject, body } = NOTICE_TEXTS[locale][notice.kind];
  const values = new Map<string, unknown>(Object.entries(notice));
  return {
    subject,
    body: body.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      String(values.get(name) ?? whole),
    ),
  };
}
