/** The highest network fee that the exchange pays for a withdrawal, by the withdrawal's own fee. */
import { ensure } from '../../../contract/assert.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { units } from '../../../contract/money/units.ts';
import type { Chain } from '../custody/custody.area.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { Equivalents } from '../market/market.area.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';

export interface NetworkFeeParts {
  readonly currencies: Currencies;
  readonly equivalents: Equivalents;
}

/**
 * Returns units of the coin that the chain takes its fees in. The signed transaction offers three times
 * the present gas price, so that it is still mined when prices rise. The limit is therefore three times
 * the withdrawal's fee, so that the fee itself covers just the present price. Returns null without a
 * price, for chains without fees, and for a withdrawal without a fee: the chain's own settings limit the
 * network fee then.
 */
export function networkFeeMax(
  { currencies, equivalents }: NetworkFeeParts,
  { feeCurrencyId }: Pick<Chain, 'feeCurrencyId'>,
  { currencyId, fee }: Pick<WithdrawalRow, 'currencyId' | 'fee'>,
): bigint | null {
  if (feeCurrencyId === null || fee === 0n) return null;
  const of = (id: number) => ensure(currencies.byId(id), `currency ${id}`);
  const allowed = units(fee * BigInt(CHAIN_LIMITS.withdrawal_network_fee_factor));
  return equivalents.atLeast(allowed, of(currencyId), of(feeCurrencyId));
}
