/** Amounts that the hot wallet has signed and the chain has not taken from its balances yet. */
import { decodeFunctionData, isAddressEqual, parseAbi, parseTransaction } from 'viem';
import type { Address, Hex } from 'viem';
import type { SignedTransfer } from '../chain.types.ts';

/** Smallest units of the chain's own coin, fees included, and of the token that is asked about. */
export interface EvmSpends {
  readonly coins: bigint;
  readonly tokens: bigint;
}

const TRANSFER = parseAbi(['function transfer(address to, uint256 value)']);

/**
 * Sums the transfers that are not mined, with their highest fees.
 * @param used the number of mined transactions of the wallet; lower nonces are in its balances already.
 */
export function spentBy(
  transfers: readonly SignedTransfer[],
  used: number,
  token: Address | undefined,
): EvmSpends {
  let [coins, tokens] = [0n, 0n];
  for (const { rawTransaction } of transfers) {
    const {
      nonce = 0,
      value = 0n,
      gas = 0n,
      to,
      data,
      ...fees
    } = parseTransaction(rawTransaction as Hex);
    if (nonce < used) continue;
    coins += value + gas * (fees.maxFeePerGas ?? 0n);
    if (token === undefined || to === null || to === undefined || data === undefined) continue;
    if (isAddressEqual(to, token)) tokens += decodeFunctionData({ abi: TRANSFER, data }).args[1];
  }
  return { coins, tokens };
}
