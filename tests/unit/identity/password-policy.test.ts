/** The rules of both password profiles, as the forms list them. */
import { describe, expect, test } from 'vitest';
import { passwordFault, passwordRules } from '../../../contract/identity/password-policy.ts';

describe('the profile of the specification', () => {
  test.each([
    ['abc12', false],
    ['abc123', true],
    ['abcdefgh12345678', true],
    ['abcdefgh123456789', false],
    ['abcdef', false],
    ['123456', false],
    ['abc 123', false],
    ['пароль123', false],
  ])('%s is good: %s', (password, isGood) => {
    expect(passwordFault(password, 'spec')).toBe(isGood ? null : 'password_format_invalid');
  });

  test('reports each rule separately', () => {
    const broken = passwordRules('abc!', 'spec').filter(({ isMet }) => !isMet);
    expect(broken.map(({ rule }) => rule)).toEqual(['length', 'digit', 'only']);
  });
});

describe('the strict profile', () => {
  test.each([
    ['seven77', false],
    ['eight888', true],
    ['correct horse battery staple', true],
    ['пароль для биржи', true],
    ['🐈'.repeat(7), false],
    ['🐈'.repeat(8), true],
    ['🐈'.repeat(64), true],
    ['x'.repeat(65), false],
  ])('%s is good: %s', (password, isGood) => {
    expect(passwordFault(password, 'strict')).toBe(isGood ? null : 'password_length_invalid');
  });

  test('requires a length alone', () => {
    expect(passwordRules('', 'strict').map(({ rule }) => rule)).toEqual(['length']);
  });
});
