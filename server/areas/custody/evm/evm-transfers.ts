/**
 * Pays from the hot wallet. A transfer that has become too cheap is signed again with the same nonce and a
 * higher fee, within the limits of the first one, or is canceled by a transaction with the same nonce.
 */
import { encodeFunctionData, getAddress, isAddress, keccak256, parseAbi } from 'viem';
import { parseTransaction } from 'viem';
import type { Hash, Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { assert, ensure } from '../../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../../contract/limits.ts';
import type { Transaction } from '../../../kit/db/database.ts';
import { toChainUnits } from '../chain-amounts.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import type * as port from '../chain.types.ts';
import { takeNonce } from '../wallet-nonces.repo.ts';
import { answerOfError } from './evm-broadcast.ts';
import type { EvmCoin } from './evm-coins.ts';
import {
  costsOf,
  NOTHING_SPENT,
  presentFees,
  presentPrices,
  requireCheap,
  requireFunds,
} from './evm-costs.ts';
import { raisedAbove, replacementFees } from './evm-fee-raises.ts';
import { spentBy } from './evm-spends.ts';
import type { EvmCosts, EvmFees } from './evm-costs.ts';
import type { EvmCall } from './evm-gas.ts';
import { gasOf, plainGas, runsChosenCode } from './evm-gas.ts';
import type { EvmRpc } from './evm-rpc.ts';

const TRANSFER = parseAbi(['function transfer(address to, uint256 value) returns (bool)']);
/**
 * The smallest cost limit of a cancellation, in percent of the cost of its gas at the signed price of the
 * transfer. It leaves room for one step of 125 percent.
 */
export const CANCELLATION_PERCENT = 150n;

interface EvmTransferParts {
  readonly chain: string;
  readonly chainId: number;
  readonly rpc: EvmRpc;
  /** Like `rpc`, with the short timeout of user requests. */
  readonly quickRpc: EvmRpc;
  /** Coins, the chain's own first. */
  readonly coins: readonly [EvmCoin, ...EvmCoin[]];
  readonly wallet: LocalAccount;
  /** The highest price of a transfer that is signed again, as a multiple of its first one. */
  readonly feeRiseMax: number;
}

export class EvmTransfers {
  readonly #parts: EvmTransferParts;

  constructor(parts: EvmTransferParts) {
    this.#parts = parts;
  }

  /** @throws ChainUnavailableError */
  async recipientOf(order: port.TransferTarget): Promise<port.RecipientKind> {
    const { chain, quickRpc, wallet } = this.#parts;
    const call = this.#callOf(order);
    try {
      await requireFunds(quickRpc, chain, wallet.address, call, NOTHING_SPENT);
      const { runsCode } = await gasOf(quickRpc, chain, wallet.address, call);
      return runsCode ? 'contract' : 'plain';
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || !error.isOfTransfer) throw error;
      if (error.reason === 'would_fail') return 'not_payable';
      // A wallet with too small a balance gives no information about the payment.
      return (await runsChosenCode(quickRpc, call)) ? 'contract' : 'plain';
    }
  }

  /** @throws ChainUnavailableError */
  async prepare(order: port.TransferOrder): Promise<port.PreparedTransfer> {
    const { chain, rpc, wallet } = this.#parts;
    const call = this.#callOf(order);
    const { feeMax } = this.#coinOf(order);
    // Read before the balances: what is mined in between counts twice, rather than not at all.
    const { used } = await this.walletUse();
    const spent = spentBy(order.underWay, used, call.token?.contract);
    const costs = await costsOf(rpc, chain, wallet.address, call, {
      feeMax: boundOf(order, feeMax),
      spent,
    });
    return {
      sign: async (tx: Transaction) => {
        const nonce = await takeNonce(tx, chain, wallet.address, used);
        return this.#sign(call, costs, nonce);
      },
    };
  }

  /** @throws ChainUnavailableError */
  async walletUse(): Promise<port.WalletUse> {
    const { rpc, wallet } = this.#parts;
    const used = await rpc.askSure((client) => client.getTransactionCount(wallet));
    return { address: wallet.address, used };
  }

  /** @throws ChainUnavailableError when the result is unknown. */
  async broadcast(transfer: port.SignedTransfer): Promise<port.BroadcastAnswer> {
    if (!hasOwnHash(transfer)) return 'rejected';
    const answer = await this.#send(transfer);
    if (answer !== 'rejected') return answer;
    // A mined transaction is rejected for its nonce, which is not a failure.
    return (await this.#isOnNetwork(transfer.hash)) ? 'already_known' : 'rejected';
  }

  async status(transfer: port.SignedTransfer): Promise<port.TransferStatus> {
    assert(hasOwnHash(transfer), 'a transfer has the hash of its own bytes');
    const hash = transfer.hash as Hash;
    const mined = await this.#mined(hash);
    if (mined !== null) return mined;
    if (await this.#isOnNetwork(hash)) return { kind: 'pending' };
    if (!(await this.#isNonceBuried(transfer))) return { kind: 'unknown' };
    // This transfer itself may have used the nonce, if it was mined between the two calls.
    return (await this.#mined(hash)) ?? { kind: 'impossible' };
  }

  /** @throws ChainUnavailableError too_dear or short_of_funds, besides failures of the node. */
  async raise(
    transfers: readonly port.SignedTransfer[],
    order: port.RaiseOrder,
  ): Promise<port.SignedTransfer | null> {
    const { chain, rpc, wallet, feeRiseMax } = this.#parts;
    if (feeRiseMax === 1) return null;
    assert(transfers.every(hasOwnHash), 'a transfer has the hash of its own bytes');
    const first = readSigned(ensure(transfers[0], 'the first transfer').rawTransaction);
    const newest = readSigned(ensure(transfers.at(-1), 'the newest transfer').rawTransaction);
    const { to, value = 0n, data = '0x', gas = 0n, nonce = 0 } = newest;
    const { contract, feeMax } = this.#coinOf(order);
    const prices = await rpc.askSure(presentPrices);
    const fees = replacementFees(
      { signed: feesOf(newest), first: feesOf(first), prices, gas },
      { costMax: boundOf(order, feeMax), riseMax: feeRiseMax },
    );
    if (fees === null) return null;
    if (fees === 'too_dear') throw new ChainUnavailableError(chain, 'too_dear', `nonce ${nonce}`);
    const call = { to: ensure(to ?? undefined, 'the recipient'), value, data };
    const raised = await this.#sign(call, { fees, gas }, nonce);
    // Read before the balances, as in `prepare`. The replaced transfer spends nothing besides.
    const { used } = await this.walletUse();
    const spent = spentBy([...order.underWay, raised], used, contract ?? undefined);
    const nothing = { ...call, value: 0n };
    await requireFunds(
      rpc,
      chain,
      wallet.address,
      contract === null ? nothing : { ...nothing, token: { contract, amount: 0n } },
      spent,
    );
    return raised;
  }

  /**
   * Idempotent: a repeated call sends the same cancellation, unless fees have risen so far that it
   * would wait.
   * @throws ChainUnavailableError when the network accepts neither, or when the fee exceeds both the
   * limit of a withdrawal of the chain's own coin and 150 percent of the signed fee for the same gas.
   */
  async cancel({ rawTransaction, hash }: port.SignedTransfer): Promise<void> {
    const { chain, rpc, wallet, coins } = this.#parts;
    const original = readSigned(rawTransaction);
    const offered = feesOf(original);
    const { maxFeePerGas } = offered;
    const fees = raisedAbove(offered, await rpc.askSure(presentFees));
    const gas = await plainGas(rpc, wallet.address);
    const costs = { fees, gas };
    const { feeMax } = coins[0];
    // An operator may have allowed a higher cost than the settings, and a replacement must cost more
    // than the transfer.
    const atSigned = (gas * maxFeePerGas * CANCELLATION_PERCENT) / 100n;
    requireCheap(chain, costs, atSigned > feeMax ? atSigned : feeMax);
    const nonce = original.nonce ?? 0;
    const nothing: EvmCall = { to: wallet.address, value: 0n, data: '0x' };
    const answer = await this.#send(await this.#sign(nothing, costs, nonce));
    if (answer !== 'rejected') return;
    const used = await rpc.askSure((client) => client.getTransactionCount(wallet));
    if (used <= nonce && !(await this.#isReplaced(hash, nonce)))
      throw new ChainUnavailableError(chain, 'would_fail', 'the cancellation was refused');
  }

  #coinOf({ currencyId }: Pick<port.TransferOrder, 'currencyId'>): EvmCoin {
    const coin = this.#parts.coins.find((one) => one.currencyId === currencyId);
    return ensure(coin, 'coin of the chain');
  }

  #callOf(order: port.TransferTarget): EvmCall {
    const { address, amount } = order;
    const coin = this.#coinOf(order);
    const value = ensure(toChainUnits(amount, coin.decimals), 'amount in units of the chain');
    assert(value > 0n, 'a transfer is above zero');
    assert(isAddress(address), 'a transfer goes to an address of the chain');
    const to = getAddress(address);
    if (coin.contract === null) return { to, value, data: '0x' };
    const args = [to, value] as const;
    return {
      to: coin.contract,
      value: 0n,
      data: encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args }),
      token: { contract: coin.contract, amount: value },
    };
  }

  async #sign(
    { to, value, data }: EvmCall,
    { fees, gas }: EvmCosts,
    nonce: number,
  ): Promise<port.SignedTransfer> {
    const { wallet, chainId } = this.#parts;
    const call = { to, value, data, gas, nonce, chainId };
    const rawTransaction = await wallet.signTransaction({ ...call, ...fees, type: 'eip1559' });
    return { rawTransaction, hash: keccak256(rawTransaction) };
  }

  async #send({ rawTransaction }: port.SignedTransfer): Promise<port.BroadcastAnswer> {
    const { rpc } = this.#parts;
    try {
      const serializedTransaction = rawTransaction as Hex;
      await rpc.askRaw((client) => client.sendRawTransaction({ serializedTransaction }));
      return 'accepted';
    } catch (error) {
      const answer = answerOfError(error);
      if (answer === null) throw rpc.unavailable(error);
      return answer;
    }
  }

  async #mined(hash: Hash): Promise<port.TransferStatus | null> {
    const receipt = await this.#parts.rpc.ask((client) => client.getTransactionReceipt({ hash }));
    if (receipt === null) return null;
    const block = { number: Number(receipt.blockNumber), hash: receipt.blockHash };
    return { kind: 'mined', block, succeeded: receipt.status === 'success' };
  }

  /** Whether another pending transaction has its nonce: an earlier cancellation at higher fees. */
  async #isReplaced(hash: string, nonce: number): Promise<boolean> {
    const { rpc, wallet } = this.#parts;
    const { address } = wallet;
    const next = await rpc.askSure((client) =>
      client.getTransactionCount({ address, blockTag: 'pending' }),
    );
    return next > nonce && !(await this.#isOnNetwork(hash));
  }

  async #isOnNetwork(hash: string): Promise<boolean> {
    const found = await this.#parts.rpc.ask((client) =>
      client.getTransaction({ hash: hash as Hash }),
    );
    return found !== null;
  }

  /** Whether its nonce was used too deep in the chain for a reorganization to free it. */
  async #isNonceBuried({ rawTransaction }: port.SignedTransfer): Promise<boolean> {
    const { rpc, wallet } = this.#parts;
    const { nonce = 0 } = parseTransaction(rawTransaction as Hex);
    const head = await rpc.askSure((client) => client.getBlockNumber());
    const blockNumber = head - BigInt(CHAIN_LIMITS.withdrawal_confirmations - 1);
    if (blockNumber < 0n) return false;
    const used = await rpc.askSure((client) =>
      client.getTransactionCount({ address: wallet.address, blockNumber }),
    );
    return used > nonce;
  }
}

/** @throws AssertionError for bytes of another type than this server signs. */
function readSigned(rawTransaction: string) {
  const signed = parseTransaction(rawTransaction as Hex);
  assert(signed.type === 'eip1559', 'transfers are of type EIP-1559');
  return signed;
}

const feesOf = ({
  maxFeePerGas = 0n,
  maxPriorityFeePerGas = 0n,
}: { readonly [Fee in keyof EvmFees]?: bigint | undefined }): EvmFees => ({
  maxFeePerGas,
  maxPriorityFeePerGas,
});

/** False for stored bytes of another transaction. */
const hasOwnHash = ({ rawTransaction, hash }: port.SignedTransfer): boolean =>
  keccak256(rawTransaction as Hex) === hash;

/** The highest cost of the transfer, in the chain's smallest units. @param feeMax of its coin, by the settings. */
function boundOf({ networkFeeMax, feeMaxFactor }: port.RaiseOrder, feeMax: bigint): bigint {
  if (feeMaxFactor > 1) return feeMax * BigInt(feeMaxFactor);
  return networkFeeMax !== null && networkFeeMax < feeMax ? networkFeeMax : feeMax;
}
