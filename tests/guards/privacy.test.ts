/** The guard against secrets and paths of one machine. */
import { describe, expect, test } from 'vitest';
import { checkPrivacy } from './rules/privacy.ts';
import { lines } from './support/finding.ts';
import { readTree, ROOT } from './support/tree.ts';

test('no file names a path of a machine or holds a secret', () => {
  expect(lines(checkPrivacy(readTree(), ROOT))).toEqual([]);
});

describe('a planted leak is found', () => {
  // Built from parts, so that this file does not contain the banned text.
  test.each([
    ['a home folder', ['/home', 'ann', 'code'].join('/')],
    ['this checkout', ['/srv', 'builds', 'meridian'].join('/')],
    ['a neighbor of this checkout', ['/srv', 'builds', 'other'].join('/')],
    ['a private key', `${'-'.repeat(5)}BEGIN RSA PRIVATE KEY${'-'.repeat(5)}`],
    ['an access key', `AKIA${'A1B2C3D4E5F6G7H8'}`],
    ['a token', `ghp_${'a'.repeat(36)}`],
    ['a password in an address', ['postgres://app', 'hunter22@db.internal/app'].join(':')],
  ])('%s', (_what, text) => {
    const root = ['/srv', 'builds', 'meridian'].join('/');

    expect(checkPrivacy([{ path: 'a.md', text }], root)).not.toEqual([]);
  });
});
