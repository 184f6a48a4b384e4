/** The hash and the signature check of the index log, by Node. */
import { createPublicKey, hash, verify } from 'node:crypto';
import type { Sha256 } from '../../../../contract/figures/index-chain.ts';
import type { IndexCrypto } from '../../../../contract/figures/index-check.ts';

export const sha256: Sha256 = (ascii) => hash('sha256', ascii, 'hex');

/** @param publicKey 32 bytes, base64url. @throws Error for text that is no key. */
export function indexCryptoOf(publicKey: string): IndexCrypto {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return {
    sha256,
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text, 'ascii'), key, Buffer.from(signature, 'base64url')),
  };
}
