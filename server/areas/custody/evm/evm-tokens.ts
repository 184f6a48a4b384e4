/**
 * Compares the listed tokens with their contracts. A token of 6 decimals that is listed with 18 would be
 * credited at a millionth of a millionth, and the reverse at the multiple. Only an answer of the contract
 * is a difference: a node that answers with an error, or that has no code yet, may have it later.
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

/** different: the contract has other decimals. unsure: it has no code, or does not answer. */
interface Finding {
  readonly kind: 'same' | 'different' | 'no_code' | 'unsure';
  readonly detail: string;
}

export class EvmTokens {
  readonly #rpc: EvmRpc;
  readonly #log: Log;
  readonly #coins: readonly EvmCoin[];
  /** The last finding of each token, by currency; none before the first comparison. */
  readonly #findings = new Map<number, Finding>();

  constructor(rpc: EvmRpc, coins: readonly EvmCoin[], log: Log) {
    this.#rpc = rpc;
    this.#coins = coins;
    this.#log = log;
  }

  /**
   * Asks the node for each token, until all tokens are as listed. Later calls return without a question.
   * @throws ChainUnavailableError
   */
  async compare(): Promise<void> {
    for (const { currencyId, contract, decimals } of this.#coins) {
      const before = this.#findings.get(currencyId)?.kind;
      if (contract === null || before === 'same') continue;
      const found = await this.#find(contract, decimals);
      // A known difference ends only with another answer of the contract.
      if (before === 'different' && found.kind !== 'same') continue;
      this.#findings.set(currencyId, found);
      if (found.kind !== 'same' && found.kind !== before)
        this.#log.error({ currencyId, ...found }, 'a listed token is not as its contract');
    }
  }

  /** Tokens whose contracts have other decimals, or that have no contract, as of the last comparison. */
  faults(): readonly EvmTokenFault[] {
    return [...this.#findings].flatMap(([currencyId, { kind, detail }]) =>
      kind === 'different' || kind === 'no_code' ? [{ currencyId, detail }] : [],
    );
  }

  /** Whether the contract certainly has other decimals. */
  isDifferent(currencyId: number): boolean {
    return this.#findings.get(currencyId)?.kind === 'different';
  }

  /** Reason why the token cannot be paid now; null when it is as listed, or was not compared yet. */
  hindranceOf(currencyId: number): string | null {
    const found = this.#findings.get(currencyId);
    return found === undefined || found.kind === 'same' ? null : found.detail;
  }

  async #find(address: Address, listed: number): Promise<Finding> {
    const code = await this.#rpc.askSure(
      async (client) => (await client.getCode({ address })) ?? '0x',
    );
    if (code === '0x') return { kind: 'no_code', detail: `${address} has no code` };
    const decimals = await this.#rpc.askOrNull((client) =>
      client.readContract({ address, abi: DECIMALS, functionName: 'decimals' }),
    );
    if (decimals === null)
      return { kind: 'unsure', detail: `${address} does not return its decimals` };
    const detail = `${address} has ${decimals} decimals, not ${listed}`;
    return { kind: decimals === listed ? 'same' : 'different', detail };
  }
}
