/**
 * The cost of a transfer, and whether the hot wallet covers it. Fees are EIP-1559: at most three times
 * the present base fee, so that a transfer is still mined after nine full blocks in a row. The price
 * paid is the base fee of its block.
 */
import { parseAbi } from 'viem';
import type { Address, PublicClient } from 'viem';
import { ensure } from '../../../../contract/assert.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import { gasOf } from './evm-gas.ts';
import type { EvmCall } from './evm-gas.ts';
import type { EvmSpends } from './evm-spends.ts';
import type { EvmRpc } from './evm-rpc.ts';

export interface EvmFees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}
export interface EvmCosts {
  readonly fees: EvmFees;
  readonly gas: bigint;
}

export const BALANCE_OF = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
const BASE_FEE_FACTOR = 3n;

export const NOTHING_SPENT: EvmSpends = { coins: 0n, tokens: 0n };

/**
 * Determines the costs of a call by `wallet`.
 * @param bounds the highest cost in the chain's smallest units, and the amounts that the wallet has signed already.
 * @throws ChainUnavailableError short_of_funds when the wallet's balance is too small, would_fail when
 * the network says that the call would fail, too_dear when gas at the highest signed price costs more
 * than `feeMax`.
 */
export async function costsOf(
  rpc: EvmRpc,
  chain: string,
  wallet: Address,
  call: EvmCall,
  { feeMax, spent }: { readonly feeMax: bigint; readonly spent: EvmSpends },
): Promise<EvmCosts> {
  const fees = await rpc.askSure(presentFees);
  // Without the amount itself the estimate fails, with a less exact reason.
  await requireFunds(rpc, chain, wallet, call, spent);
  const { gas } = await gasOf(rpc, chain, wallet, call);
  requireCheap(chain, { fees, gas }, feeMax);
  const coinsToo = spent.coins + gas * fees.maxFeePerGas;
  await requireFunds(rpc, chain, wallet, call, { ...spent, coins: coinsToo });
  return { fees, gas };
}

/** The price of gas in the newest block, in wei. */
export interface EvmPrices {
  readonly base: bigint;
  /** Tip that a transaction offers above the base fee, so that a block includes it. */
  readonly tip: bigint;
}

export async function presentPrices(client: PublicClient): Promise<EvmPrices> {
  const { baseFeePerGas } = await client.getBlock();
  const base = ensure(baseFeePerGas, 'base fee of an EIP-1559 chain');
  return { base, tip: await client.estimateMaxPriorityFeePerGas() };
}

export const presentFees = async (client: PublicClient): Promise<EvmFees> =>
  feesAt(await presentPrices(client));

/** The fees of a new transaction at these prices. */
export const feesAt = ({ base, tip }: EvmPrices): EvmFees => ({
  maxPriorityFeePerGas: tip,
  maxFeePerGas: base * BASE_FEE_FACTOR + tip,
});

/** @throws ChainUnavailableError too_dear: fees may fall, or an operator may allow more. */
export function requireCheap(chain: string, { fees, gas }: EvmCosts, feeMax: bigint): void {
  if (gas * fees.maxFeePerGas > feeMax)
    throw new ChainUnavailableError(chain, 'too_dear', `${gas} gas at ${fees.maxFeePerGas} wei`);
}

/**
 * @param spent amounts that the balances have to cover in addition to the call.
 * @throws ChainUnavailableError short_of_funds
 */
export async function requireFunds(
  rpc: EvmRpc,
  chain: string,
  wallet: Address,
  { value, token }: EvmCall,
  spent: EvmSpends,
): Promise<void> {
  const coins = await rpc.askSure((client) => client.getBalance({ address: wallet }));
  const tokens = token
    ? await rpc.askSure((client) =>
        client.readContract({
          address: token.contract,
          abi: BALANCE_OF,
          functionName: 'balanceOf',
          args: [wallet],
        }),
      )
    : 0n;
  if (coins < value + spent.coins || tokens < (token?.amount ?? 0n) + spent.tokens)
    throw new ChainUnavailableError(chain, 'short_of_funds', `wallet ${wallet}`);
}
