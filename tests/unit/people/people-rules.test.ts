/** The rules of the forms about a user: verification, passwords, collection methods, feedback. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { COLLECTION_METHOD_RULES } from '../../../machines/app/people/collection-method.rules.ts';
import { contentLength, FEEDBACK_RULES } from '../../../machines/app/feedback/feedback.rules.ts';
import { GOOGLE_BINDING_RULES } from '../../../machines/app/identity/google-binding.rules.ts';
import {
  LOGIN_PASSWORD_RULES,
  PAY_PASSWORD_RULES,
} from '../../../machines/app/identity/password-amendment.rules.ts';
import {
  cleanAuthorizationCode,
  TEAM_MEMBER_RULES,
} from '../../../machines/app/people/team-member.rules.ts';
import {
  cleanCardId,
  VERIFICATION_RULES,
} from '../../../machines/app/verification/verification.rules.ts';
import { collectionMethodForm } from '../../../src/app/people/collection-forms.ts';
import { deviceName } from '../../../src/views/identity/security/device-name.ts';

const faults = (problems: readonly { readonly field: string | null; readonly error: string }[]) =>
  problems.map(({ field, error }) => `${String(field)}: ${error}`);

describe('verification', () => {
  const whole = {
    idType: 'passport',
    name: ' Mira Belle ',
    cardId: 'X 1234567',
    front: 't',
    reverse: 't',
    hand: 't',
  };

  test('takes a whole form, with spaces as users type them', () => {
    expect(VERIFICATION_RULES.problems(whole, null)).toEqual([]);
    expect(cleanCardId(' X 12 34567 ')).toBe('X1234567');
  });

  test('names every field that is missing', () => {
    expect(faults(VERIFICATION_RULES.problems(VERIFICATION_RULES.empty, null))).toEqual([
      'name: invalid_request',
      'cardId: invalid_request',
      'front: invalid_request',
      'reverse: invalid_request',
      'hand: invalid_request',
    ]);
  });

  test.each(['123', 'ABCDEFG', 'X123_456', '9'.repeat(31)])('refuses the number %s', (cardId) => {
    expect(faults(VERIFICATION_RULES.problems({ ...whole, cardId }, null))).toEqual([
      'cardId: id_number_invalid',
    ]);
  });
});

describe('passwords', () => {
  const fields = {
    loginPassword: 'Zebra77q',
    password: 'Walrus88k',
    passwordRepeated: 'Walrus88k',
    googleCode: '',
  };
  const facts = { profile: 'spec', isGoogleBound: false } as const;

  test('are changed without a code when no authenticator is bound', () => {
    expect(LOGIN_PASSWORD_RULES.problems(fields, facts)).toEqual([]);
    expect(
      faults(LOGIN_PASSWORD_RULES.problems(fields, { ...facts, isGoogleBound: true })),
    ).toEqual(['googleCode: google_code_required']);
  });

  test('keep to the profile, where it is known', () => {
    const short = { ...fields, password: 'ab1', passwordRepeated: 'ab1' };
    expect(faults(LOGIN_PASSWORD_RULES.problems(short, facts))).toEqual([
      'password: password_format_invalid',
    ]);
    expect(LOGIN_PASSWORD_RULES.problems(short, { ...facts, profile: null })).toEqual([]);
  });

  test('of an empty form are missing, whatever the profile', () => {
    const empty = { loginPassword: '', password: '', passwordRepeated: '', googleCode: '' };
    for (const rules of [LOGIN_PASSWORD_RULES, PAY_PASSWORD_RULES])
      for (const profile of ['spec', 'strict', null] as const)
        expect(faults(rules.problems(empty, { ...facts, profile }))).toEqual([
          'loginPassword: invalid_request',
          'password: invalid_request',
        ]);
  });

  test('for transactions and for the login must differ', () => {
    const same = { ...fields, password: 'Zebra77q', passwordRepeated: 'Zebra77q' };
    expect(faults(PAY_PASSWORD_RULES.problems(same, facts))).toEqual([
      'password: pay_password_same_as_login',
    ]);
    expect(LOGIN_PASSWORD_RULES.problems(same, facts)).toEqual([]);
  });

  test('are forgotten by the form once the server has answered', () => {
    for (const rules of [LOGIN_PASSWORD_RULES, PAY_PASSWORD_RULES])
      expect(rules.secrets.toSorted()).toEqual(Object.keys(rules.empty).toSorted());
    expect(GOOGLE_BINDING_RULES.secrets).toContain('googleCode');
    expect(COLLECTION_METHOD_RULES.secrets).toContain('payPassword');
    expect(TEAM_MEMBER_RULES.secrets).toContain('payPassword');
  });
});

describe('collection methods', () => {
  const card = {
    ...COLLECTION_METHOD_RULES.empty,
    account: '6222021001116245702',
    bank: 'ICBC',
    payPassword: 'Otter66p',
  };

  test('of a bank need the bank and no picture', () => {
    expect(COLLECTION_METHOD_RULES.problems(card, { hasPicture: false })).toEqual([]);
    expect(
      faults(COLLECTION_METHOD_RULES.problems({ ...card, bank: ' ' }, { hasPicture: false })),
    ).toEqual(['bank: invalid_request']);
  });

  test.each([
    ['bank_card', '1234', 'card_number_invalid'],
    ['bank_card', '6222021001116245703', 'card_number_invalid'],
    ['bank_card', '6222 0210 0111 2239', undefined],
    ['bank_card', '6222 0210 0111 2239 x', 'card_number_invalid'],
    ['bank_card', '0', 'card_number_invalid'],
    ['alipay', 'mira', 'payment_account_invalid'],
    ['alipay', 'mira@example.org', undefined],
    ['alipay', '13800138000', undefined],
    ['wechat', 'mira_belle', undefined],
    ['wechat', '+4915112345678', undefined],
    ['wechat', 'mira belle', 'payment_account_invalid'],
    ['wechat', '1mira', 'payment_account_invalid'],
  ])('of %s with %s: %s', (kind, account, error) => {
    const problems = COLLECTION_METHOD_RULES.problems(
      { ...card, kind, account },
      { hasPicture: true },
    );
    expect(problems).toEqual(error === undefined ? [] : [{ field: 'account', error }]);
  });

  test('of a wallet need a picture, either the stored one or a new one', () => {
    const wallet = { ...card, kind: 'alipay', account: 'mira@example.org', bank: '' };
    expect(faults(COLLECTION_METHOD_RULES.problems(wallet, { hasPicture: false }))).toEqual([
      'picture: payment_picture_required',
    ]);
    expect(COLLECTION_METHOD_RULES.problems(wallet, { hasPicture: true })).toEqual([]);
    const withNew = { ...wallet, picture: 't' };
    expect(COLLECTION_METHOD_RULES.problems(withNew, { hasPicture: false })).toEqual([]);
  });

  test('are sent with the fields of their kind alone', () => {
    const filled = { ...card, branch: ' ', nickname: 'Mira', picture: 't' };
    expect(Object.keys(collectionMethodForm.request(filled)).toSorted()).toEqual([
      'account',
      'bank',
      'kind',
      'pay_password',
    ]);
    expect(Object.keys(collectionMethodForm.request({ ...filled, kind: 'wechat' }))).toEqual([
      'kind',
      'account',
      'nickname',
      'qr_pic',
      'pay_password',
    ]);
  });
});

describe('teams', () => {
  test('take a code with any separators', () => {
    expect(cleanAuthorizationCode(' ab12 cd34 ')).toBe('AB12CD34');
    const fields = { authorizationCode: 'ab12 cd34', payPassword: 'Otter66p' };
    expect(TEAM_MEMBER_RULES.problems(fields, null)).toEqual([]);
  });
});

describe('feedback', () => {
  const fields = { ...FEEDBACK_RULES.empty, title: 'A deposit' };
  const facts = { isPictureMissing: false };

  test('counts the text without the spaces around it', () => {
    const content = ` ${'a'.repeat(LIMITS.feedback_content_length_min)}\n`;
    expect(contentLength(content)).toBe(LIMITS.feedback_content_length_min);
    expect(FEEDBACK_RULES.problems({ ...fields, content }, facts)).toEqual([]);
    const short = content.replace('a', '');
    expect(faults(FEEDBACK_RULES.problems({ ...fields, content: short }, facts))).toEqual([
      'content: invalid_request',
    ]);
  });

  test('waits for its pictures', () => {
    const content = 'Where is my deposit?';
    expect(
      faults(FEEDBACK_RULES.problems({ ...fields, content }, { isPictureMissing: true })),
    ).toEqual(['pictures: invalid_request']);
  });
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Firefox · macOS',
  ],
  ['curl/8.9.1', null],
])('a device is named by its user agent: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
