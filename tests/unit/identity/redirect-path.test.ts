/** The `redirect` of the sign-in page: it keeps path and query, and never leaves the app. */
import { describe, expect, test } from 'vitest';
import { loginPath, redirectTarget } from '../../../src/app/router/redirect-path.ts';

const search = (redirect: string) => `?${new URLSearchParams({ redirect }).toString()}`;

test('the way to the sign-in and back keeps path and query', () => {
  const intended = '/coinKline?id=1&symbol=BTC%2FUSDT';
  const { search: query } = new URL(loginPath(intended), 'https://a.example');

  expect(redirectTarget(query)).toBe(intended);
});

describe('a redirect that leads out of the app is not followed', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\\b',
    ' //evil.example',
    '///evil.example',
    'market',
    '',
  ])('%j', (redirect) => {
    expect(redirectTarget(search(redirect))).toBe('/home');
  });
});

test.each(['/market', '/a/../market?x=//y', '/help-details?id=3#top'])('%s is', (redirect) => {
  expect(redirectTarget(search(redirect))).toBe(
    new URL(redirect, 'https://a.example').href.slice('https://a.example'.length),
  );
});

test('no redirect leads to /home', () => {
  expect(redirectTarget('')).toBe('/home');
});
