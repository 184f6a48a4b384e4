/** Control of the network of a local EVM node: pays, mines, deploys tokens, replaces blocks. */
import token from '@openzeppelin/contracts/build/contracts/ERC20PresetMinterPauser.json' with { type: 'json' };
import {
  createPublicClient,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  http,
} from 'viem';
import { getContractAddress, isAddressEqual, keccak256 } from 'viem';
import type { Abi, Address, Hash, Hex, PublicClient, TestClient } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { EVM_CHAIN_ID } from './evm-node.ts';

/** Timeout for a node on a busy machine; a writing call is not retried. */
const CALL_MS_MAX = 60_000;
const GAS = 3_000_000n;
const FEES = { maxFeePerGas: 20_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
const ABI = token.abi as Abi;
export const TOKEN_DECIMALS = 6;
/** push 0, push 0, revert */
const REVERT = '0x60006000fd';

/** The keys of the node's first two accounts, because their derivation from its mnemonic takes 0.3 s each. */
const RICH_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const TOKEN_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

/** The compiled token with these decimals; the library's own has 18, hexadecimal 12. */
function tokenWith(decimals: number): Hex {
  const code = (hex: string) => `60405160${hex}8152`;
  const parts = token.bytecode.split(code('12'));
  if (parts.length !== 2) throw new Error('the compiled token returns its decimals otherwise');
  return parts.join(code(decimals.toString(16).padStart(2, '0'))) as Hex;
}

/** Counts down from 50,000, at 1.3 million gas: more than a payment may use, in little time of the node. */
export const GAS_BURNER: Hex = '0x6200c3505b600190038060045700';
/** Stores received amounts, as a contract wallet does. */
export const MODEST_WALLET: Hex = '0x60006000a000';

interface EvmCall {
  readonly to?: Address;
  readonly value?: bigint;
  readonly data?: Hex;
}

export class EvmNetwork {
  /** Pays the chain's own coin. */
  readonly rich = privateKeyToAccount(RICH_KEY);
  /** A separate account owns the tokens, so that a dropped transaction of one account does not block the other. */
  readonly tokenOwner = privateKeyToAccount(TOKEN_KEY);
  readonly client: PublicClient;
  readonly #admin: TestClient;
  readonly #rawByHash = new Map<string, Hex>();
  /** Id of the snapshot before block n, by n. */
  readonly #before = new Map<number, Hex>();

  constructor(url: string) {
    const transport = http(url, { retryCount: 0, timeout: CALL_MS_MAX });
    this.client = createPublicClient({ transport, cacheTime: 0 });
    this.#admin = createTestClient({ mode: 'hardhat', transport });
  }

  /** Sends a transaction, which stays pending until mined. */
  async send(call: EvmCall, from = this.rich): Promise<Hash> {
    const { address } = from;
    const nonce = await this.client.getTransactionCount({ address, blockTag: 'pending' });
    const raw = await from.signTransaction({
      ...call,
      ...FEES,
      type: 'eip1559',
      chainId: EVM_CHAIN_ID,
      gas: GAS,
      nonce,
    });
    this.#rawByHash.set(keccak256(raw), raw);
    return this.client.sendRawTransaction({ serializedTransaction: raw });
  }

  /** Deploys a token whose supply belongs to its owner. */
  async deployToken(supply: bigint, decimals = TOKEN_DECIMALS): Promise<Address> {
    const args = ['Test dollar', 'USDT'];
    const bytecode = tokenWith(decimals);
    const hash = await this.send(
      { data: encodeDeployData({ abi: ABI, bytecode, args }) },
      this.tokenOwner,
    );
    const { from, nonce } = await this.client.getTransaction({ hash });
    const address = getContractAddress({ from, nonce: BigInt(nonce) });
    await this.sendToken(address, 'mint', this.tokenOwner.address, supply);
    await this.mine();
    return address;
  }

  /** Calls a token as its owner; the transaction stays pending until mined. */
  sendToken(contract: Address, name: string, ...args: readonly unknown[]): Promise<Hash> {
    const data = encodeFunctionData({ abi: ABI, functionName: name, args });
    return this.send({ to: contract, data }, this.tokenOwner);
  }

  tokenBalance(contract: Address, owner: Address): Promise<bigint> {
    return this.client.readContract({
      address: contract,
      abi: ABI,
      functionName: 'balanceOf',
      args: [owner],
    }) as Promise<bigint>;
  }

  async mine(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) {
      const head = Number(await this.client.getBlockNumber());
      this.#before.set(head + 1, await this.#admin.snapshot());
      await this.#admin.mine({ blocks: 1 });
    }
  }

  /** Replaces blocks that only `mine` has made, newest first; see `ChainRig.reorganise`. */
  async reorganise(depth: number, drop: readonly string[]): Promise<void> {
    const head = Number(await this.client.getBlockNumber());
    const first = head - depth + 1;
    const taken = await this.#hashesFrom(first);
    await this.rewind(first);
    // Otherwise a block could equal the one that it replaces.
    await this.#admin.setCoinbase({ address: privateKeyToAddress(generatePrivateKey()) });
    for (const hash of taken)
      await (drop.includes(hash) ? this.#admin.dropTransaction({ hash }) : this.#sendAgain(hash));
    await this.mine(depth + 1);
  }

  /** Removes block `first` and all later ones; their transactions become pending again. Mines nothing. */
  async rewind(first: number): Promise<void> {
    const id = this.#before.get(first);
    if (id === undefined) throw new Error(`no snapshot before block ${first}`);
    await this.#admin.revert({ id });
    for (const number of this.#before.keys()) if (number >= first) this.#before.delete(number);
  }

  async setBalance(address: Address, value: bigint): Promise<void> {
    await this.#admin.setBalance({ address, value });
  }

  /** Hashes of the pending transactions of an account. */
  async waitingOf(account: Address): Promise<readonly Hash[]> {
    const { transactions } = await this.client.getBlock({
      blockTag: 'pending',
      includeTransactions: true,
    });
    return transactions.filter(({ from }) => isAddressEqual(from, account)).map(({ hash }) => hash);
  }

  /** Makes the address a contract that rejects every payment. */
  async refuseAt(address: Address): Promise<void> {
    await this.setCode(address, REVERT);
  }

  async setCode(address: Address, bytecode: Hex): Promise<void> {
    await this.#admin.setCode({ address, bytecode });
  }

  async setNextBaseFee(baseFeePerGas: bigint): Promise<void> {
    await this.#admin.setNextBlockBaseFeePerGas({ baseFeePerGas });
  }

  async #hashesFrom(first: number): Promise<readonly Hash[]> {
    const head = Number(await this.client.getBlockNumber());
    const hashes: Hash[] = [];
    for (let number = first; number <= head; number++) {
      const block = await this.client.getBlock({ blockNumber: BigInt(number) });
      hashes.push(...block.transactions);
    }
    return hashes;
  }

  async #sendAgain(hash: Hash): Promise<void> {
    const raw = this.#rawByHash.get(hash);
    // The transactions of the first block become pending again automatically.
    const waiting = await this.client.getTransaction({ hash }).catch(() => null);
    if (raw !== undefined && waiting === null)
      await this.client.sendRawTransaction({ serializedTransaction: raw });
  }
}
