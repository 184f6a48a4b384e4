/** The coins of an EVM chain: its own and the listed tokens, as configured. */
import { getAddress, isAddress } from 'viem';
import type { Address } from 'viem';
import type { EvmSettings } from '../../../kit/config/config-chains.ts';
import type { Currencies } from '../../../ledger/currencies.ts';
import { catalogCurrency } from '../../../ledger/currency-catalog.ts';
import { StartupError } from '../../../kit/process/startup-error.ts';
import { coinTerms } from '../coin-terms.ts';

export interface EvmCoin {
  readonly currencyId: number;
  readonly decimals: number;
  /** Null for the chain's own coin. */
  readonly contract: Address | null;
  /** The highest cost of a withdrawal of it, in the smallest units of the chain's own coin. */
  readonly feeMax: bigint;
}

const COIN_DECIMALS = 18;
/**
 * The factor on the default withdrawal fee of the chain's own coin, which is worth up to 10 USDT. The
 * result limits the network fee unless the settings override it.
 */
const FEE_MAX_FACTOR = 10n;

/** Returns the chain's own coin first. @throws StartupError for a code or an address that does not exist. */
export function readEvmCoins(
  { coinCode, tokens, feesMax }: Pick<EvmSettings, 'coinCode' | 'tokens' | 'feesMax'>,
  currencies: Pick<Currencies, 'byCode'>,
): readonly [EvmCoin, ...EvmCoin[]] {
  const idOf = (variable: string, code: string): number => {
    const currency = currencies.byCode(code);
    if (currency === undefined)
      throw new StartupError(`${variable} names ${code}, which is no currency of the exchange.`);
    return currency.id;
  };
  const currencyId = idOf('EVM_COIN', coinCode);
  const known = new Set([coinCode, ...tokens.map(({ code }) => code)]);
  for (const { code } of feesMax)
    if (!known.has(code))
      throw new StartupError(`EVM_FEE_MAX names ${code}, which is no coin of the chain.`);
  const { withdrawalFee } = coinTerms(catalogCurrency(coinCode).reference, COIN_DECIMALS, true);
  const feeMaxOf = (wanted: string): bigint =>
    feesMax.find(({ code }) => code === wanted)?.feeMax ?? withdrawalFee * FEE_MAX_FACTOR;
  const coin = {
    currencyId,
    decimals: COIN_DECIMALS,
    contract: null,
    feeMax: feeMaxOf(coinCode),
  };
  const listed = tokens.map(({ code, address, decimals }) => {
    if (!isAddress(address) || code === coinCode)
      throw new StartupError(`EVM_TOKENS has no valid address for ${code}: check its checksum.`);
    return {
      currencyId: idOf('EVM_TOKENS', code),
      decimals,
      contract: getAddress(address),
      feeMax: feeMaxOf(code),
    };
  });
  return [coin, ...listed];
}
