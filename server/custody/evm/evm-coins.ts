/** The coins of an EVM chain: its own and the tokens that are listed, as the settings name them. */
import { getAddress, isAddress } from 'viem';
import type { Address } from 'viem';
import type { EvmSettings } from '../../config-chains.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { StartupError } from '../../startup-error.ts';

export interface EvmCoin {
  readonly currencyId: number;
  readonly decimals: number;
  /** Null for the chain's own coin. */
  readonly contract: Address | null;
}

const COIN_DECIMALS = 18;

/** The chain's own coin first. @throws StartupError for a code or an address that does not exist. */
export function readEvmCoins(
  { coinCode, tokens }: Pick<EvmSettings, 'coinCode' | 'tokens'>,
  currencies: Pick<Currencies, 'byCode'>,
): readonly [EvmCoin, ...EvmCoin[]] {
  const idOf = (variable: string, code: string): number => {
    const currency = currencies.byCode(code);
    if (currency === undefined)
      throw new StartupError(`${variable} names ${code}, which is no currency of the exchange.`);
    return currency.id;
  };
  const coin = { currencyId: idOf('EVM_COIN', coinCode), decimals: COIN_DECIMALS, contract: null };
  const listed = tokens.map(({ code, address, decimals }) => {
    if (!isAddress(address) || code === coinCode)
      throw new StartupError(`EVM_TOKENS has no valid address for ${code}: check its checksum.`);
    return { currencyId: idOf('EVM_TOKENS', code), decimals, contract: getAddress(address) };
  });
  return [coin, ...listed];
}
