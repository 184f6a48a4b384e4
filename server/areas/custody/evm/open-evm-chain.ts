/** Creates the EVM chain of the settings. Loaded only when one is configured, because its library is large. */
import type { EvmSettings } from '../../../kit/config/config-chains.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { Log } from '../../../kit/log.ts';
import { StartupError } from '../../../kit/process/startup-error.ts';
import type { ChainCoin } from '../custody.types.ts';
import { EvmChain } from './evm-chain.ts';
import { readEvmCoins } from './evm-coins.ts';
import { EvmKeys, isMnemonic, makeMnemonic } from './evm-keys.ts';

export interface EvmChainParts {
  readonly settings: EvmSettings;
  readonly currencies: Pick<Currencies, 'byCode'>;
  readonly log: Log;
  /** Opens the installation's own mnemonic, for settings without one; uses `make` when there is none. */
  openSeed(make: () => string): Promise<string>;
}

/** Makes no call to the node. @throws StartupError for invalid settings. */
export async function openEvmChain({
  settings,
  currencies,
  log,
  openSeed,
}: EvmChainParts): Promise<{ readonly chain: EvmChain; readonly coins: readonly ChainCoin[] }> {
  const coins = readEvmCoins(settings, currencies);
  const mnemonic = settings.mnemonic ?? (await openSeed(makeMnemonic));
  if (!isMnemonic(mnemonic)) throw new StartupError('EVM_MNEMONIC has words that are not listed.');
  const keys = new EvmKeys(mnemonic);
  log.info(
    { chain: settings.chain, hotWallet: keys.hotWallet.address },
    'withdrawals are paid from this wallet',
  );
  return {
    chain: new EvmChain(settings, keys, coins),
    coins: coins.map(({ contract, currencyId, decimals }) => ({
      currencyId,
      decimals,
      contractAddress: contract,
    })),
  };
}
