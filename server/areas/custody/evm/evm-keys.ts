/** The keys of an EVM chain, all derived from one mnemonic by their number. */
import { pbkdf2Sync } from 'node:crypto';
import { toHex } from 'viem';
import {
  english,
  generateMnemonic,
  HDKey,
  hdKeyToAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import type { LocalAccount } from 'viem/accounts';
import { ensure } from '../../../../contract/assert.ts';

const DEPOSITS = "m/44'/60'/0'/0";
const HOT_WALLET = "m/44'/60'/1'/0/0";
const STRENGTH_BITS = 256;
/** BIP 39. */
const SEED_ROUNDS = 2_048;
const SEED_BYTES = 64;

export class EvmKeys {
  /** The account that pays withdrawals. */
  readonly hotWallet: LocalAccount;
  readonly #deposits: HDKey;

  /** @param mnemonic words that `isMnemonic` accepts. */
  constructor(mnemonic: string) {
    const root = rootKeyOf(mnemonic);
    this.hotWallet = hdKeyToAccount(root, { path: HOT_WALLET });
    this.#deposits = root.derive(DEPOSITS);
  }

  /** Returns the checksummed address. Its key is at the same index of the path of deposits. */
  depositAddress(index: number): string {
    const { privateKey } = this.#deposits.deriveChild(index);
    return privateKeyToAccount(toHex(ensure(privateKey, 'key of an address'))).address;
  }
}

/**
 * Returns the key of which all others are derived (BIP 39 without a password). The library's own derivation
 * takes 0.3 s, because it hashes in JavaScript.
 */
function rootKeyOf(mnemonic: string): HDKey {
  const words = mnemonic.normalize('NFKD');
  return HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', SEED_ROUNDS, SEED_BYTES, 'sha512'));
}

/** Whether all words are in the English list. */
export const isMnemonic = (text: string): boolean =>
  text.split(' ').every((word) => english.includes(word));

export const makeMnemonic = (): string => generateMnemonic(english, STRENGTH_BITS);
