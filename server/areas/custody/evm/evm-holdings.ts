/** Reads the holdings of addresses of an EVM chain as of one block. Questions of one call share a request. */
import { getAddress, parseTransaction } from 'viem';
import type { Address, Hex } from 'viem';
import { toLedgerUnits } from '../chain-amounts.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import type * as port from '../chain.types.ts';
import type { EvmCoin } from './evm-coins.ts';
import { BALANCE_OF } from './evm-costs.ts';
import type { EvmRpc } from './evm-rpc.ts';
import { CANCELLATION_PERCENT } from './evm-transfers.ts';

interface EvmHoldingsParts {
  readonly chain: string;
  /** Sends the questions of one moment in one request. */
  readonly rpc: EvmRpc;
  /** Coins, the chain's own first. */
  readonly coins: readonly [EvmCoin, ...EvmCoin[]];
  readonly wallet: Address;
}

export class EvmHoldings {
  readonly #parts: EvmHoldingsParts;

  constructor(parts: EvmHoldingsParts) {
    this.#parts = parts;
  }

  /** @throws ChainUnavailableError */
  async balances(
    block: port.BlockRef,
    holders: readonly port.Holder[],
  ): Promise<readonly (bigint | null)[]> {
    const found = await Promise.all(holders.map((holder) => this.#balance(block, holder)));
    await this.#requireBlock(block);
    return found;
  }

  /** @throws ChainUnavailableError */
  async walletAt(block: port.BlockRef): Promise<port.WalletState> {
    const { rpc, coins, wallet } = this.#parts;
    const blockNumber = BigInt(block.number);
    const [used, balances] = await Promise.all([
      rpc.askSure((client) => client.getTransactionCount({ address: wallet, blockNumber })),
      this.balances(
        block,
        coins.map(({ currencyId }) => ({ address: wallet, currencyId })),
      ),
    ]);
    return {
      used,
      balances: new Map(coins.map(({ currencyId }, index) => [currencyId, balances[index] ?? 0n])),
    };
  }

  spendOf({ rawTransaction }: port.SignedTransfer): port.TransferSpend | null {
    const { decimals, feeMax: limit } = this.#parts.coins[0];
    try {
      const { nonce = 0, gas = 0n, ...fees } = parseTransaction(rawTransaction as Hex);
      const signed = gas * (fees.maxFeePerGas ?? 0n);
      const cancelled = (signed * CANCELLATION_PERCENT) / 100n;
      return {
        nonce,
        feeMax: toLedgerUnits(signed, decimals),
        cancellationFeeMax: toLedgerUnits(cancelled > limit ? cancelled : limit, decimals),
      };
    } catch {
      return null;
    }
  }

  async #balance(
    { number }: port.BlockRef,
    { address: text, currencyId }: port.Holder,
  ): Promise<bigint | null> {
    const { rpc, coins } = this.#parts;
    const coin = coins.find((one) => one.currencyId === currencyId);
    if (coin === undefined) return null;
    const address = getAddress(text);
    const blockNumber = BigInt(number);
    const { contract } = coin;
    const amount = await rpc.askSure((client) =>
      contract === null
        ? client.getBalance({ address, blockNumber })
        : client.readContract({
            address: contract,
            abi: BALANCE_OF,
            functionName: 'balanceOf',
            args: [address],
            blockNumber,
          }),
    );
    return toLedgerUnits(amount, coin.decimals);
  }

  /** Asked after the balances, to detect that the block was replaced during their read. */
  async #requireBlock({ number, hash }: port.BlockRef): Promise<void> {
    const { chain, rpc } = this.#parts;
    const blockNumber = BigInt(number);
    const found = await rpc.ask((client) => client.getBlock({ blockNumber }));
    if (found?.hash !== hash) throw new ChainUnavailableError(chain, 'block_gone');
  }
}
