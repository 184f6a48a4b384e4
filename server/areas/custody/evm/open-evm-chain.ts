/** Creates the EVM chain of the settings. Loaded only when one is configured, because its library is large. */
import type { EvmSettings } from '../../../kit/config/config-chains.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import type { Log } from '../../../kit/log.ts';
import { StartupError } from '../../../kit/process/startup-error.ts';
import { ChainUnavailableError } from '../chain-unavailable-error.ts';
import type { ChainCoin } from '../custody.types.ts';
import { EvmChain } from './evm-chain.ts';
import { readEvmCoins } from './evm-coins.ts';
import { EvmKeys, isMnemonic, makeMnemonic } from './evm-keys.ts';
import type { EvmTokenFault } from './evm-tokens.ts';

interface EvmChainParts {
  readonly settings: EvmSettings;
  readonly currencies: Pick<Currencies, 'byCode'>;
  readonly log: Log;
  /** Whether a token that differs from its contract ends the start, or is only closed. */
  readonly isStrict: boolean;
  /** Opens the installation's own mnemonic, for settings without one; uses `make` when there is none. */
  openSeed(make: () => string): Promise<string>;
}

/**
 * Compares the listed tokens with their contracts. A node that does not answer delays the comparison until
 * it does: no payment is read and nothing is signed before.
 * @throws StartupError for invalid settings, and for a token that differs if `isStrict`.
 */
export async function openEvmChain({
  settings,
  currencies,
  log,
  isStrict,
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
  const chain = new EvmChain(settings, keys, coins, log);
  const faults = await tokenFaults(chain, log);
  if (isStrict && faults.length > 0)
    throw new StartupError(
      `EVM_TOKENS differs from the chain: ${faults.map(({ detail }) => detail).join('; ')}.`,
    );
  return {
    chain,
    coins: coins.map(({ contract, currencyId, decimals }) => ({
      currencyId,
      decimals,
      contractAddress: contract,
    })),
  };
}

async function tokenFaults(chain: EvmChain, log: Log): Promise<readonly EvmTokenFault[]> {
  try {
    return await chain.tokenFaults();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error }, 'the listed tokens are compared when the node answers');
    return [];
  }
}
