/**
 * How much gas a payment may take. Whoever asks for a withdrawal chooses its recipient, and the code of a recipient
 * spends what the exchange pays: what is signed never has more than this.
 */
import type { Address, Hex } from 'viem';
import { LIMITS } from '../../../../contract/limits.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import { answerOfError } from './evm-broadcast.ts';
import type { EvmRpc } from './evm-rpc.ts';

/** What a transaction does. */
export interface EvmCall {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  /** Tokens that it moves, where it does. */
  readonly token?: { readonly contract: Address; readonly amount: bigint };
}

/** Estimates are of the present state: a fifth more, in per cent, as far as it is allowed. */
const GAS_PERCENT = 120n;
/** Nodes look for the figure by halves, and may stop a little above it; in per cent. */
const INEXACT_PERCENT = 102n;

export interface GasNeed {
  /** What is signed: never above what is allowed. */
  readonly gas: bigint;
  /** As {@link runsChosenCode}. */
  readonly runsCode: boolean;
}

/** @throws ChainUnavailableError would_fail when the network says that the call would with the gas that is allowed. */
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
    // The node runs no more than is allowed either.
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

/** What a plain payment takes on Ethereum, and the limits are written for. */
const PLAIN = BigInt(LIMITS.withdrawal_gas_plain);
const PLAIN_MAX = BigInt(LIMITS.withdrawal_gas_plain_max);
/** What code may take beside the payment itself. */
const ABOVE_PLAIN = {
  plain: 0n,
  contract: BigInt(LIMITS.withdrawal_gas_contract) - PLAIN,
  token: BigInt(LIMITS.withdrawal_gas_token) - PLAIN,
};

/**
 * What a payment that runs no code takes: 21,000 on Ethereum; other chains count more, and not always the same. Asked of
 * a payment of nothing by the wallet to itself, so that no recipient has a say in it.
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

/** Whether the payment runs code that whoever asks for it may have chosen: listed tokens are the operator's choice. */
export async function runsChosenCode(rpc: EvmRpc, { to, token }: EvmCall): Promise<boolean> {
  if (token !== undefined) return false;
  const address = to;
  const code = await rpc.ask((client) => client.getCode({ address }));
  return (code ?? '0x') !== '0x';
}
