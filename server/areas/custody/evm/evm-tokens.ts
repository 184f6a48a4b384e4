/**
 * Compares the listed tokens with their contracts. A token of 6 decimals that is listed with 18 would be
 * credited at a millionth of a millionth, and the reverse at the multiple.
 */
import { parseAbi } from 'viem';
import type { Address } from 'viem';
import type { Log } from '../../../kit/log.ts';
import type { EvmCoin } from './evm-coins.ts';
import type { EvmRpc } from './evm-rpc.ts';

const DECIMALS = parseAbi(['function decimals() view returns (uint8)']);

export interface EvmTokenFault {
  readonly currencyId: number;
  /** The difference between the setting and the contract, for the operator. */
  readonly detail: string;
}

export class EvmTokens {
  readonly #rpc: EvmRpc;
  readonly #log: Log;
  readonly #coins: readonly EvmCoin[];
  /** Faults of the last comparison; null before the first. */
  #faults: readonly EvmTokenFault[] | null = null;

  constructor(rpc: EvmRpc, coins: readonly EvmCoin[], log: Log) {
    this.#rpc = rpc;
    this.#coins = coins;
    this.#log = log;
  }

  /**
   * Asks the node for each token, until all tokens are as listed. Later calls return without a question.
   * @returns the tokens that differ from their contracts.
   * @throws ChainUnavailableError
   */
  async compare(): Promise<readonly EvmTokenFault[]> {
    if (this.#faults?.length === 0) return this.#faults;
    const found: EvmTokenFault[] = [];
    for (const { currencyId, contract, decimals } of this.#coins) {
      const detail = contract === null ? null : await this.#difference(contract, decimals);
      if (detail !== null) found.push({ currencyId, detail });
    }
    for (const fault of found)
      if (!this.isWrong(fault.currencyId))
        this.#log.error(fault, 'a listed token differs from its contract and is closed');
    this.#faults = found;
    return found;
  }

  /** Whether the last comparison found that the coin differs from its contract. */
  isWrong(currencyId: number): boolean {
    return this.#faults?.some((fault) => fault.currencyId === currencyId) ?? false;
  }

  async #difference(address: Address, listed: number): Promise<string | null> {
    const code = await this.#rpc.askSure(
      async (client) => (await client.getCode({ address })) ?? '0x',
    );
    if (code === '0x') return `${address} has no code`;
    const decimals = await this.#rpc.askIfTold((client) =>
      client.readContract({ address, abi: DECIMALS, functionName: 'decimals' }),
    );
    if (decimals === null) return `${address} does not tell its decimals`;
    return decimals === listed ? null : `${address} has ${decimals} decimals, not ${listed}`;
  }
}
