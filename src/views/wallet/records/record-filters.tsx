/** The filters of wallet records, kept in the address. */
import { useSearchParams } from 'react-router-dom';
import { RECORD_STATES, type RecordState } from '../../../../contract/wallet/wallet.ts';
import type { RecordFilter } from '../../../app/wallet/use-deposits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FilterChoice } from '../../../ui/filter-choice.tsx';
import { currenciesOf, useWalletCoins } from '../wallet-coins.ts';
import { FilterBar, useAddressChoice } from '../../parts/filter-bar.tsx';

/** Returns the filter of the address; invalid values are ignored. */
export function useRecordFilter(): RecordFilter {
  const [address] = useSearchParams();
  const currency = address.get('currency');
  const state = stateNamed(address.get('state'));
  return {
    ...(currency !== null && /^[1-9]\d{0,5}$/.test(currency) && { currency_id: currency }),
    ...(state && { state }),
  };
}

const stateNamed = (text: string | null): RecordState | undefined =>
  RECORD_STATES.find((state) => state === text);

/** Coin and state of the records, kept in the address. */
export function RecordFilters({ filter }: { readonly filter: RecordFilter }) {
  const t = useText('wallet');
  const { coins } = useWalletCoins();
  const choose = useAddressChoice();
  return (
    <FilterBar>
      <FilterChoice
        label={t('coin.label')}
        value={filter.currency_id ?? ''}
        all={t('filter.allCoins')}
        options={currenciesOf(coins).map(({ currency_id: id, currency_code: label }) => ({
          value: String(id),
          label,
        }))}
        onChange={(value) => choose('currency', value)}
      />
      <FilterChoice
        label={t('filter.state')}
        value={filter.state ?? ''}
        all={t('filter.allStates')}
        options={RECORD_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
        onChange={(value) => choose('state', value)}
      />
    </FilterBar>
  );
}
