/**
 * Hashes and signatures of a settlement file, computed by the browser before the check needs them: its own functions
 * take their time, and the check asks at once. A library does it where a browser has no such functions.
 */
import { assert } from '../../../contract/assert.ts';
import { signedText } from '../../../contract/figures/index-chain.ts';
import type { IndexCrypto } from '../../../contract/figures/index-check.ts';
import type {
  KnownHistory,
  SettlementRecord,
} from '../../../contract/figures/settlement-check.types.ts';
import type { SignedBy } from '../../../machines/app/micro/checked-settlement.ts';
import { librarySha256 } from '../core/library-sha256.ts';

interface Proofs {
  readonly crypto: IndexCrypto;
  readonly signedBy: SignedBy;
}

type Hash = (text: string) => Promise<string>;
type Verify = (text: string, signature: string) => Promise<boolean>;

/** @param subtle undefined in a page without a secure connection. */
export async function proveInBrowser(
  record: SettlementRecord,
  known: KnownHistory,
  subtle: SubtleCrypto | undefined,
): Promise<Proofs> {
  const hash = subtle === undefined ? await libraryHash() : browserHash(subtle);
  const own = subtle === undefined ? null : await browserVerify(subtle, record.publicKey);
  const verify = own ?? (await libraryVerify(record.publicKey));
  const hashes = new Map<string, string>();
  for (const { headBefore, lines } of record.minutes) {
    let head = headBefore;
    for (const line of lines) {
      const text = `${head}\n${line}`;
      head = await hash(text);
      hashes.set(text, head);
    }
  }
  const signed = new Set<string>();
  const ends = [...record.minutes, ...known.minutes].map((minute) => ({
    text: signedText(minute),
    signature: minute.signature,
  }));
  for (const { text, signature } of [record.receipt, ...ends])
    if (await isValid(verify, text, signature)) signed.add(`${signature}\n${text}`);
  return {
    crypto: {
      sha256: (text) => {
        const found = hashes.get(text);
        assert(found !== undefined, 'all lines were hashed');
        return found;
      },
      isSigned: (text, signature) => signed.has(`${signature}\n${text}`),
    },
    signedBy: own === null ? 'library' : 'browser',
  };
}

/** A signature that is none makes the functions throw. */
async function isValid(verify: Verify, text: string, signature: string): Promise<boolean> {
  try {
    return await verify(text, signature);
  } catch {
    return false;
  }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** @throws Error for text that is no base64url. */
const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const browserHash =
  (subtle: SubtleCrypto): Hash =>
  async (text) =>
    hexOf(new Uint8Array(await subtle.digest('SHA-256', bytesOf(text))));

/** Returns null in a browser without Ed25519. */
async function browserVerify(subtle: SubtleCrypto, publicKey: string): Promise<Verify | null> {
  try {
    const bytes = bytesOfBase64(publicKey);
    const key = await subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    return async (text, signature) =>
      subtle.verify('Ed25519', key, bytesOfBase64(signature), bytesOf(text));
  } catch {
    return null;
  }
}

async function libraryHash(): Promise<Hash> {
  const sha256 = await librarySha256();
  return async (text) => sha256(text);
}

/** By the strict rule, as browsers and OpenSSL do it. */
async function libraryVerify(publicKey: string): Promise<Verify> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  const key = bytesOfBase64(publicKey);
  return async (text, signature) =>
    ed25519.verify(bytesOfBase64(signature), bytesOf(text), key, { zip215: false });
}
