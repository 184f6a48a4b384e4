/** The currencies of the demo exchange with their reference prices. */
import { ensure } from '../../contract/assert.ts';

export interface CurrencySpec {
  /** Upper-case code, e.g. `BTC`. */
  readonly code: string;
  readonly name: string;
}

/** A currency with its parameters for the simulation. */
interface CatalogCurrency extends CurrencySpec {
  /** Price at the simulation's anchor time, in USDT for coins and USD for forex. */
  readonly reference: number;
  /** Scale of the price changes within an hour; a day moves about six times as much. */
  readonly hourlyVolatility: number;
}

const coin = (
  code: string,
  name: string,
  reference: number,
  hourlyVolatility: number,
): CatalogCurrency => ({ code, name, reference, hourlyVolatility });

/** Coins in the order of popularity; the first is the unit of account of the others. */
export const COINS: readonly CatalogCurrency[] = [
  coin('USDT', 'Tether', 1, 0),
  coin('BTC', 'Bitcoin', 97_250, 0.0028),
  coin('ETH', 'Ethereum', 3_420, 0.0034),
  coin('SOL', 'Solana', 186, 0.0042),
  coin('BNB', 'BNB', 688, 0.0029),
  coin('XRP', 'XRP', 2.31, 0.004),
  coin('DOGE', 'Dogecoin', 0.2125, 0.0046),
  coin('ADA', 'Cardano', 0.742, 0.0043),
  coin('TRX', 'TRON', 0.2764, 0.0024),
  coin('AVAX', 'Avalanche', 28.4, 0.0045),
  coin('LINK', 'Chainlink', 17.85, 0.0042),
  coin('TON', 'Toncoin', 3.36, 0.0038),
  coin('DOT', 'Polkadot', 5.12, 0.0041),
  coin('LTC', 'Litecoin', 104.6, 0.0034),
  coin('BCH', 'Bitcoin Cash', 482, 0.0035),
  coin('UNI', 'Uniswap', 9.64, 0.0045),
  coin('NEAR', 'NEAR Protocol', 3.48, 0.0046),
  coin('ATOM', 'Cosmos', 5.27, 0.0041),
  coin('ETC', 'Ethereum Classic', 22.35, 0.0039),
  coin('XLM', 'Stellar', 0.3185, 0.0041),
  coin('ICP', 'Internet Computer', 6.48, 0.0044),
  coin('APT', 'Aptos', 6.15, 0.0046),
  coin('FIL', 'Filecoin', 3.27, 0.0044),
  coin('ARB', 'Arbitrum', 0.5135, 0.0048),
  coin('OP', 'Optimism', 0.9415, 0.0048),
  coin('HBAR', 'Hedera', 0.2043, 0.0046),
  coin('SUI', 'Sui', 3.58, 0.0048),
  coin('INJ', 'Injective', 14.72, 0.0049),
  coin('AAVE', 'Aave', 268, 0.0045),
  coin('ALGO', 'Algorand', 0.2236, 0.0043),
  coin('VET', 'VeChain', 0.02618, 0.0043),
  coin('SAND', 'The Sandbox', 0.2914, 0.0047),
  coin('MANA', 'Decentraland', 0.3127, 0.0046),
  coin('CRV', 'Curve DAO', 0.6842, 0.0049),
  coin('LDO', 'Lido DAO', 1.043, 0.0048),
  coin('SHIB', 'Shiba Inu', 0.00001342, 0.0047),
  coin('PEPE', 'Pepe', 0.00001186, 0.005),
];

/** Tokens of the demo's offerings: no market trades them, and no chain pays them in. The reference is the issue price. */
const TOKENS: readonly CatalogCurrency[] = [
  coin('MRB', 'Marble', 0.25, 0),
  coin('LUM', 'Lumen Grid', 0.5, 0),
  coin('TIDE', 'Tidewater', 1.2, 0),
];

/** All currencies of the ledger except forex, in the order of their ids. */
export const CATALOG: readonly CurrencySpec[] = [...COINS, ...TOKENS];

const money = (code: string, name: string, reference: number): CatalogCurrency => ({
  code,
  name,
  reference,
  hourlyVolatility: code === 'USD' ? 0 : 0.0007,
});

/** References in USD. */
const MONEYS: readonly CatalogCurrency[] = [
  money('USD', 'US dollar', 1),
  money('EUR', 'Euro', 1.0862),
  money('GBP', 'Pound sterling', 1.2915),
  money('JPY', 'Yen', 1 / 151.6),
  money('CHF', 'Swiss franc', 1 / 0.8845),
  money('AUD', 'Australian dollar', 0.6548),
  money('NZD', 'New Zealand dollar', 0.5961),
  money('CAD', 'Canadian dollar', 1 / 1.3925),
  money('CNH', 'Offshore yuan', 1 / 7.1845),
  money('SGD', 'Singapore dollar', 1 / 1.3318),
];

/** @throws AssertionError for a code that is not in the catalog. */
export function catalogCurrency(code: string): CatalogCurrency {
  const found = [...COINS, ...TOKENS, ...MONEYS].find((currency) => currency.code === code);
  return ensure(found, `currency ${code}`);
}
