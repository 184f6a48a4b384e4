/** What sending a withdrawal may cost the exchange at most, by what it takes for it. */
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
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
 * Units of the coin that the chain takes its fees in. What is signed offers three times the present price of gas, so
 * that it is still mined when prices rise: three times the fee covers just what is paid as things are. Null without a
 * price, for chains that take nothing, and for a withdrawal that the exchange sends for no fee at all: the chain's
 * own settings bound it then.
 */
export function networkFeeMax(
  { currencies, equivalents }: NetworkFeeParts,
  { feeCurrencyId }: Pick<Chain, 'feeCurrencyId'>,
  { currencyId, fee }: Pick<WithdrawalRow, 'currencyId' | 'fee'>,
): bigint | null {
  if (feeCurrencyId === null || fee === 0n) return null;
  const of = (id: number) => ensure(currencies.byId(id), `currency ${id}`);
  const allowed = units(fee * BigInt(LIMITS.withdrawal_network_fee_factor));
  return equivalents.of(allowed, of(currencyId), of(feeCurrencyId));
}
