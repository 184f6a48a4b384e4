/** The keys of an EVM chain, all derived from one mnemonic by their number. */
import { toHex } from 'viem';
import { english, generateMnemonic, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import type { HDKey, LocalAccount } from 'viem/accounts';
import { ensure } from '../../../../contract/assert.ts';

const DEPOSITS = "m/44'/60'/0'/0";
const HOT_WALLET = "m/44'/60'/1'/0/0";
const STRENGTH_BITS = 256;

export class EvmKeys {
  /** The account that pays withdrawals. */
  readonly hotWallet: LocalAccount;
  readonly #deposits: HDKey;

  /** @param mnemonic words that `isMnemonic` accepts. */
  constructor(mnemonic: string) {
    this.hotWallet = mnemonicToAccount(mnemonic, { path: HOT_WALLET });
    this.#deposits = mnemonicToAccount(mnemonic, { path: DEPOSITS }).getHdKey();
  }

  /** Returns the checksummed address. Its key is at the same index of the path of deposits. */
  depositAddress(index: number): string {
    const { privateKey } = this.#deposits.deriveChild(index);
    return privateKeyToAccount(toHex(ensure(privateKey, 'key of an address'))).address;
  }
}

/** Whether all words are in the English list. */
export const isMnemonic = (text: string): boolean =>
  text.split(' ').every((word) => english.includes(word));

export const makeMnemonic = (): string => generateMnemonic(english, STRENGTH_BITS);
