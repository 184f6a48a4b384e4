/** The filters of wallet records, kept in the address. */
import { useSearchParams } from 'react-router-dom';
import { RECORD_STATES, type RecordState } from '../../../../contract/wallet/wallet.ts';
import type { RecordFilter } from '../../../app/wallet/use-deposits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FilterChoice } from '../../../ui/filter-choice.tsx';
import { FilterBar, useAddressChoice } from '../../parts/filter-bar.tsx';
import { CoinFilter, currencyIn } from './coin-filter.tsx';

/** Returns the filter of the address; invalid values are ignored. */
export function useRecordFilter(): RecordFilter {
  const [address] = useSearchParams();
  const state = stateNamed(address.get('state'));
  return {
    ...currencyIn(address),
    ...(state && { state }),
  };
}

const stateNamed = (text: string | null): RecordState | undefined =>
  RECORD_STATES.find((state) => state === text);

/** Coin and state of the records, kept in the address. */
export function RecordFilters({ filter }: { readonly filter: RecordFilter }) {
  const t = useText('wallet');
  const choose = useAddressChoice();
  return (
    <FilterBar>
      <CoinFilter value={filter.currency_id} />
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
