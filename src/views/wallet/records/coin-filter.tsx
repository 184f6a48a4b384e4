/** The filter of records by coin. */
import { useText } from '../../../i18n/use-text.ts';
import { FilterChoice } from '../../../ui/filter-choice.tsx';
import { useAddressChoice } from '../../parts/filter-bar.tsx';
import { useWalletCoins } from '../../../app/wallet/use-wallet-coins.ts';
import { currenciesOf } from '../wallet-coins.ts';

/** Returns the currency id of the address; empty if it is invalid. */
export function currencyIn(address: URLSearchParams): { readonly currency_id?: string } {
  const currency = address.get('currency');
  return currency !== null && /^[1-9]\d{0,5}$/.test(currency) ? { currency_id: currency } : {};
}

/** The choice of one coin or all, kept in the address. */
export function CoinFilter({ value }: { readonly value: string | undefined }) {
  const t = useText('wallet');
  const { coins } = useWalletCoins();
  const choose = useAddressChoice();
  return (
    <FilterChoice
      label={t('coin.label')}
      value={value ?? ''}
      all={t('filter.allCoins')}
      options={currenciesOf(coins).map(({ currency_id: id, currency_code: label }) => ({
        value: String(id),
        label,
      }))}
      onChange={(currency) => choose('currency', currency)}
    />
  );
}
