/** Encryption at rest: bound to its place, different each time, and rejected after any change. */
import { describe, expect, test } from 'vitest';
import { Seal, SealError } from '../../../server/kit/seal/seal.ts';

const seal = new Seal('a secret of this installation, forty-three characters');

describe('an encrypted text', () => {
  test('is decrypted in the same place', () => {
    for (const text of ['', 'JBSWY3DPEHPK3PXP', 'Zürich \u{1F600}'])
      expect(seal.open(seal.close(text, 'google-key:17'), 'google-key:17')).toBe(text);
  });

  test('reveals nothing: the same text is encrypted differently each time', () => {
    const [one, two] = [seal.close('same', 'here'), seal.close('same', 'here')];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from('same').toString('base64url'));
  });

  test('cannot be decrypted in another place, nor with another secret', () => {
    const sealed = seal.close('key', 'google-key:17');
    expect(() => seal.open(sealed, 'google-key:18')).toThrow(SealError);
    const other = new Seal('another secret, also of forty-three characters!');
    expect(() => other.open(sealed, 'google-key:17')).toThrow(SealError);
  });

  test('cannot be decrypted with any of its characters changed, cut or missing', () => {
    const sealed = seal.close('key', 'here');
    for (let at = 0; at < sealed.length; at++) {
      const wrong = sealed[at] === 'A' ? 'B' : 'A';
      const altered = `${sealed.slice(0, at)}${wrong}${sealed.slice(at + 1)}`;
      // The last character of base64url may hold unused bits.
      if (
        Buffer.from(altered.slice(3), 'base64url').equals(
          Buffer.from(sealed.slice(3), 'base64url'),
        ) &&
        at >= 3
      )
        continue;
      expect(() => seal.open(altered, 'here')).toThrow(SealError);
      expect(() => seal.open(sealed.slice(0, at), 'here')).toThrow(SealError);
    }
    for (const text of ['', 'v1', 'v1.', 'v2.AAAA', 'nonsense'])
      expect(() => seal.open(text, 'here')).toThrow(SealError);
  });
});
