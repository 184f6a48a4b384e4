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

type Hash = (text: string) => Promise<string>;
type Verify = (text: string, signature: string) => Promise<boolean>;

/** The functions of a browser, and those of libraries for what it lacks. */
interface ProofFunctions {
  readonly hash: Hash;
  /** @throws Error for text that is no key. */
  verifierOf(publicKey: string): Promise<Verify>;
  readonly signedBy: SignedBy;
}

/**
 * Called when the page opens too: a library that is loaded once is there without a connection.
 * @throws Error when a library that this browser needs does not load.
 */
export async function proofFunctions({ crypto }: Pick<Window, 'crypto'>): Promise<ProofFunctions> {
  // Pages without a secure connection have none, although the type says so.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const signing = subtle !== undefined && (await knowsEd25519(subtle)) ? subtle : null;
  const [hash, verifierOf] = await Promise.all([
    subtle === undefined ? libraryHash() : browserHash(subtle),
    signing === null ? libraryVerifier() : browserVerifier(signing),
  ]);
  return { hash, verifierOf, signedBy: signing === null ? 'library' : 'browser' };
}

interface Proofs {
  readonly crypto: IndexCrypto;
  readonly signedBy: SignedBy;
}

export async function proveInBrowser(
  record: SettlementRecord,
  known: KnownHistory,
  { hash, verifierOf, signedBy }: ProofFunctions,
): Promise<Proofs> {
  // A key that is none has signed nothing.
  const verify = await verifierOf(record.publicKey).catch(() => async () => false);
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
    signedBy,
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

async function knowsEd25519(subtle: SubtleCrypto): Promise<boolean> {
  try {
    await subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    return true;
  } catch {
    return false;
  }
}

const browserVerifier =
  (subtle: SubtleCrypto): ProofFunctions['verifierOf'] =>
  async (publicKey) => {
    const bytes = bytesOfBase64(publicKey);
    const key = await subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    return async (text, signature) =>
      subtle.verify('Ed25519', key, bytesOfBase64(signature), bytesOf(text));
  };

async function libraryHash(): Promise<Hash> {
  const sha256 = await librarySha256();
  return async (text) => sha256(text);
}

/** By the strict rule, as browsers and OpenSSL do it. */
async function libraryVerifier(): Promise<ProofFunctions['verifierOf']> {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  return async (publicKey) => {
    const key = bytesOfBase64(publicKey);
    return async (text, signature) =>
      ed25519.verify(bytesOfBase64(signature), bytesOf(text), key, { zip215: false });
  };
}
