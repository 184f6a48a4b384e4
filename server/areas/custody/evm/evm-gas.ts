/**
 * The gas limit of a payment. The user chooses the recipient, and the recipient's code spends gas that
 * the exchange pays. A signed transaction therefore never has more gas than this limit.
 */
import type { Address, Hex } from 'viem';
import { CHAIN_LIMITS } from '../../../../contract/limits.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import { answerOfError } from './evm-broadcast.ts';
import type { EvmRpc } from './evm-rpc.ts';

/** The effects of a transaction: its recipient, value, data, and token transfer. */
export interface EvmCall {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  /** The token transfer of the call; undefined for the chain's own coin. */
  readonly token?: { readonly contract: Address; readonly amount: bigint };
}

/** Percentage of an estimate that is signed, within the limit, because an estimate is of the present state. */
const GAS_PERCENT = 120n;
/** Tolerance in percent, because nodes find the estimate by bisection and may stop slightly above it. */
const INEXACT_PERCENT = 102n;

interface GasNeed {
  /** The signed gas, never above the limit. */
  readonly gas: bigint;
  /** The result of {@link runsChosenCode}. */
  readonly runsCode: boolean;
}

/** @throws ChainUnavailableError would_fail when the network says that the call would fail within the gas limit. */
export async function gasOf(
  rpc: EvmRpc,
  chain: string,
  wallet: Address,
  call: EvmCall,
): Promise<GasNeed> {
  const { to, value, data, token } = call;
  const [runsCode, plain] = await Promise.all([runsChosenCode(rpc, call), plainGas(rpc, wallet)]);
  const allowed =
    plain + ABOVE_PLAIN[token === undefined ? (runsCode ? 'contract' : 'plain') : 'token'];
  try {
    // The gas limit also stops the node's own execution.
    const needed = await rpc.askRaw((client) =>
      client.estimateGas({ account: wallet, to, value, data, gas: allowed }),
    );
    if (needed > (allowed * INEXACT_PERCENT) / 100n)
      throw new ChainUnavailableError(chain, 'would_fail', 'gas');
    const ample = (needed * GAS_PERCENT) / 100n;
    return { gas: ample < allowed ? ample : allowed, runsCode };
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    if (answerOfError(error) === null) throw rpc.unavailable(error);
    throw new ChainUnavailableError(chain, 'would_fail');
  }
}

/** The gas of a plain payment on Ethereum, which the limits assume. */
const PLAIN = BigInt(CHAIN_LIMITS.withdrawal_gas_plain);
const PLAIN_MAX = BigInt(CHAIN_LIMITS.withdrawal_gas_plain_max);
/** The gas that code may use in addition to the payment itself. */
const ABOVE_PLAIN = {
  plain: 0n,
  contract: BigInt(CHAIN_LIMITS.withdrawal_gas_contract) - PLAIN,
  token: BigInt(CHAIN_LIMITS.withdrawal_gas_token) - PLAIN,
};

/**
 * Returns the gas of a payment that runs no code: 21,000 on Ethereum; other chains count more, with
 * changing amounts. It is the estimate of a payment of zero by the wallet to itself, so that no
 * recipient affects it.
 * @throws ChainUnavailableError
 */
export async function plainGas(rpc: EvmRpc, wallet: Address): Promise<bigint> {
  const needed = await rpc.askSure((client) =>
    client.estimateGas({ account: wallet, to: wallet, value: 0n, gas: PLAIN_MAX }),
  );
  if (needed <= (PLAIN * INEXACT_PERCENT) / 100n) return PLAIN;
  const ample = (needed * GAS_PERCENT) / 100n;
  return ample < PLAIN_MAX ? ample : PLAIN_MAX;
}

/** Whether the payment runs code that the user may have chosen; listed tokens are the operator's choice. */
export async function runsChosenCode(rpc: EvmRpc, { to, token }: EvmCall): Promise<boolean> {
  if (token !== undefined) return false;
  const address = to;
  const code = await rpc.ask((client) => client.getCode({ address }));
  return (code ?? '0x') !== '0x';
}
