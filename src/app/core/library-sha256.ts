/** SHA-256 of a library: it answers at once, and works in pages without a secure connection. */
import type { Sha256 } from '../../../contract/figures/index-chain.ts';

/** Loads the library. @returns a function from text to hexadecimal digits. */
export async function librarySha256(): Promise<Sha256> {
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ]);
  const encoder = new TextEncoder();
  return (text) => bytesToHex(sha256(encoder.encode(text)));
}
