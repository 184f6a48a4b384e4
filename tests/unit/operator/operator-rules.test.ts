/** The rules of the console's forms: decisions with a reason, articles in several languages. */
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import {
  decisionRules,
  isOutdated,
} from '../../../machines/app/operator/operator-decision.rules.ts';
import {
  NEWS_RULES,
  newsTextFields,
  newsTextsOf,
  type NewsFields,
} from '../../../machines/app/operator/operator-news.rules.ts';
import {
  OPERATOR_SIGN_IN,
  type OperatorSignInFields,
} from '../../../machines/app/operator/operator-sign-in.rules.ts';

const fieldsOf = (problems: readonly { readonly field: string | null }[]) =>
  problems.map(({ field }) => field);

describe('a decision', () => {
  const rules = decisionRules({ reason: '', verdict: 'certify', words: '' }, ({ verdict }) =>
    verdict === 'fail' ? ['words'] : [],
  );
  const faulty = (fields: Partial<typeof rules.empty>) =>
    fieldsOf(rules.problems({ ...rules.empty, ...fields }, null));

  test('needs a reason of the minimum length, without spaces', () => {
    const least = 'x'.repeat(LIMITS.operator_reason_length_min);
    expect(faulty({ reason: least })).toEqual([]);
    expect(faulty({ reason: `  ${least.slice(1)}  ` })).toEqual(['reason']);
  });

  test('needs a message for the user only if its kind requires one', () => {
    expect(faulty({ reason: 'checked' })).toEqual([]);
    expect(faulty({ reason: 'checked', verdict: 'fail', words: ' ' })).toEqual(['words']);
    expect(faulty({ reason: 'checked', verdict: 'fail', words: 'Too dark' })).toEqual([]);
  });

  test.each([
    ['network_failed', true],
    ['request_timeout', true],
    ['internal_error', true],
    ['record_changed', false],
    ['invalid_request', false],
    ['transaction_hash_invalid', false],
  ] as const)('refused with %s: it may have taken effect anyway is %s', (error, expected) => {
    expect(isOutdated([{ field: null, error }])).toBe(expected);
  });
});

describe('an article', () => {
  const article = (fields: Partial<NewsFields>): NewsFields => ({
    ...NEWS_RULES.empty,
    reason: 'new terms',
    ...fields,
  });
  const faulty = (fields: Partial<NewsFields>) =>
    fieldsOf(NEWS_RULES.problems(article(fields), null));

  test('needs a title in the default language, and in each language with a text', () => {
    expect(faulty({ 'title zh-CN': '公告' })).toEqual([]);
    expect(faulty({})).toEqual(['title zh-CN']);
    expect(faulty({ 'title zh-CN': '公告', 'content de-DE': '<p>Neu</p>' })).toEqual([
      'title de-DE',
    ]);
  });

  test('is sent in the languages with a text, titles without outer spaces', () => {
    const texts = newsTextsOf(
      article({ 'title zh-CN': ' 公告 ', 'content zh-CN': '<p>新</p>', 'title fr-FR': '  ' }),
    );
    expect(texts).toEqual({ 'zh-CN': { title: '公告', summary: '', content: '<p>新</p>' } });
  });

  test('comes back into the editor as it was stored', () => {
    const texts = { 'th-TH': { title: 'ประกาศ', summary: 'สั้น', content: '<p>ใหม่</p>' } };
    expect(newsTextsOf(article(newsTextFields(texts)))).toEqual(texts);
  });
});

describe('signing in', () => {
  const faulty = (fields: Partial<OperatorSignInFields>) =>
    fieldsOf(
      OPERATOR_SIGN_IN.problems(
        { ...OPERATOR_SIGN_IN.empty, ...fields } as OperatorSignInFields,
        null,
      ),
    );

  test('needs account and password; an operator without an authenticator enters no code', () => {
    expect(faulty({})).toEqual(['account', 'password']);
    expect(faulty({ account: 'olga@example.org', password: 'Meridian1' })).toEqual([]);
  });

  test.each([
    ['123456', []],
    ['12345', ['googleCode']],
    ['1234567', ['googleCode']],
    ['12345a', ['googleCode']],
  ])('takes the code %s in any spelling', (googleCode, problems) => {
    expect(faulty({ account: 'olga@example.org', password: 'Meridian1', googleCode })).toEqual(
      problems,
    );
  });
});
