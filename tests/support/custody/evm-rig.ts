/** An EVM chain under test, on a node that several rigs may share: each has its own keys. */
import type { Address } from 'viem';
import { generateMnemonic, english, generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { EvmSettings } from '../../../server/kit/config/config-chains.ts';
import { toChainUnits, toLedgerUnits } from '../../../server/areas/custody/chain-amounts.ts';
import { EvmChain } from '../../../server/areas/custody/evm/evm-chain.ts';
import { EvmKeys } from '../../../server/areas/custody/evm/evm-keys.ts';
import { createLog } from '../../../server/kit/log.ts';
import { ETH, USDT } from './chain-rig.ts';
import type { ChainRig } from './chain-rig.ts';
import { EvmNetwork, TOKEN_DECIMALS } from './evm-network.ts';
import { EVM_CHAIN_ID } from './evm-node.ts';

/** Timeout of the chain's calls to the node, which is slow on a busy machine. */
const EVM_TIMEOUT_MS = 15_000;
const TOKEN_SUPPLY = 10n ** 15n;
/** Largest network fee of one transfer. */
const FEE_MAX = 10n ** 15n;
const FUNDS = 10n ** 21n;
const TOKEN_FUNDS = 10n ** 12n;

export interface EvmRig extends ChainRig {
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
  readonly token: Address;
  readonly hotWallet: Address;
  /** The same chain and keys with other settings. @param timeoutMs timeout of calls to the node. */
  reopen(settings: Partial<EvmSettings>, timeoutMs?: number): EvmChain;
}

/** @param isFunded whether the hot wallet can pay. */
export async function openEvmRig(url: string, isFunded = true): Promise<EvmRig> {
  const network = new EvmNetwork(url);
  const token = await network.deployToken(TOKEN_SUPPLY);
  const mnemonic = generateMnemonic(english);
  const keys = new EvmKeys(mnemonic);
  const hotWallet = keys.hotWallet.address;
  if (isFunded) {
    await network.setBalance(hotWallet, FUNDS);
    await network.sendToken(token, 'transfer', hotWallet, TOKEN_FUNDS);
    await network.mine();
  }
  const settings: EvmSettings = {
    rpcUrl: url,
    chain: 'local',
    chainName: 'Local',
    chainId: EVM_CHAIN_ID,
    blockMs: 1_000,
    coinCode: 'ETH',
    feesMax: [],
    feeRiseMax: 3,
    tokens: [{ code: 'USDT', address: token, decimals: TOKEN_DECIMALS }],
    mnemonic,
  };
  const reopen = (changes: Partial<EvmSettings>, timeoutMs = EVM_TIMEOUT_MS) => {
    const changed = { ...settings, ...changes };
    const tokens = changed.tokens.map(({ address, decimals }) => ({
      currencyId: USDT,
      decimals,
      contract: address as Address,
      feeMax: FEE_MAX,
    }));
    const own = { currencyId: ETH, decimals: 18, contract: null, feeMax: FEE_MAX };
    return new EvmChain(changed, keys, [own, ...tokens], createLog('silent'), timeoutMs);
  };
  const chain = reopen({});
  const decimalsOf = (currencyId: number) => (currencyId === USDT ? TOKEN_DECIMALS : 18);
  return {
    chain,
    network,
    token,
    hotWallet,
    reopen,
    stranger: () => privateKeyToAddress(generatePrivateKey()),
    async balanceOf(address, currencyId) {
      const owner = address as Address;
      return currencyId === USDT
        ? toLedgerUnits(await network.tokenBalance(token, owner), TOKEN_DECIMALS)
        : network.client.getBalance({ address: owner });
    },
    pay(address, currencyId, amount) {
      const value = toChainUnits(amount, decimalsOf(currencyId)) ?? 0n;
      return currencyId === USDT
        ? network.sendToken(token, 'transfer', address, value)
        : network.send({ to: address as Address, value });
    },
    async mine(count = 1) {
      await network.mine(count);
      return chain.head();
    },
    async reorganise(depth, drop = []) {
      await network.reorganise(depth, drop);
      return chain.head();
    },
  };
}
