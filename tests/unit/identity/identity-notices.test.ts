/** The texts of mails and text messages in all ten languages: complete, filled in, distinct. */
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../../contract/languages.ts';
import { NOTICE_TEXTS, wordNotice } from '../../../server/kit/notify/notices.ts';
import type { Notice, NoticeKind } from '../../../server/kit/notify/notices.types.ts';

const CODE_NOTICES: readonly Notice[] = [
  { kind: 'registerCode', code: '042195', minutes: 10 },
  { kind: 'passwordResetCode', code: '042195', minutes: 10 },
  { kind: 'bindAddressCode', code: '042195', minutes: 10 },
];
const MONEY_NOTICES: readonly Notice[] = [
  { kind: 'depositCredited', amount: '0.125', currency: 'BTC' },
  { kind: 'withdrawalSent', amount: '0.125', currency: 'BTC' },
  { kind: 'withdrawalRejected', amount: '0.125', currency: 'BTC' },
  { kind: 'savingsEnded', amount: '0.125', currency: 'BTC' },
];
const PLAIN_NOTICES: readonly Notice[] = [
  { kind: 'accountExists' },
  { kind: 'signInLocked' },
  { kind: 'passwordChanged' },
  { kind: 'sessionRevoked' },
  { kind: 'secretsLocked' },
  { kind: 'passwordAmended' },
  { kind: 'payPasswordSet' },
  { kind: 'payPasswordChanged' },
  { kind: 'googleBound' },
  { kind: 'googleUnbound' },
  { kind: 'accountHeld' },
  { kind: 'verificationCertified' },
  { kind: 'verificationFailed' },
  { kind: 'feedbackReplied' },
];

describe.each(LOCALES)('in %s', (locale) => {
  test('a code notice has the code and its minutes, and keeps the code out of the subject', () => {
    for (const notice of CODE_NOTICES) {
      const { subject, body } = wordNotice(notice, locale);
      expect(body).toContain('042195');
      expect(body).toContain('10');
      expect(subject).not.toContain('042195');
    }
  });

  test('a notice about money has the amount and the currency', () => {
    for (const notice of MONEY_NOTICES)
      expect(wordNotice(notice, locale).body).toMatch(/0\.125\s?BTC/);
  });

  test('no placeholder is left and every text names the sender', () => {
    for (const notice of [...CODE_NOTICES, ...MONEY_NOTICES, ...PLAIN_NOTICES]) {
      const { subject, body } = wordNotice(notice, locale);
      expect(subject + body).not.toMatch(/[{}]/);
      expect(subject).toContain('Meridian');
    }
    expect(NOTICE_TEXTS[locale].footer).toContain('Meridian');
  });
});

test('no two languages share a text', () => {
  const lines = ['footer', 'hold'];
  const kinds = Object.keys(NOTICE_TEXTS['en-US']).filter((key) => !lines.includes(key));
  for (const kind of kinds as NoticeKind[]) {
    const bodies = LOCALES.map((locale) => NOTICE_TEXTS[locale][kind].body);
    expect(new Set(bodies).size).toBe(LOCALES.length);
  }
  expect(new Set(LOCALES.map((locale) => NOTICE_TEXTS[locale].hold)).size).toBe(LOCALES.length);
});
