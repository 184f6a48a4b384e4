/** The filters of the order history, kept in the address. */
import { useSearchParams } from 'react-router-dom';
import type { HistoryFilter } from '../../app/spot/use-order-history.ts';
import { useText } from '../../i18n/use-text.ts';
import type { SpotPair } from '../parts/market/pair.ts';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { ORDER_SIDES, ORDER_STATES } from './order-choices.ts';

interface HistoryFiltersProps {
  readonly pairs: readonly SpotPair[];
  readonly filter: HistoryFilter;
}

/** Market, side and state, kept in the address. */
export function HistoryFilters({ pairs, filter }: HistoryFiltersProps) {
  const t = useText('spot');
  const [, setAddress] = useSearchParams();
  const choose = (name: string, value: string) =>
    setAddress(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  return (
    <search
      aria-label={t('history.filters')}
      className="flex flex-wrap gap-2 px-gutter pb-2 *:flex-auto md:*:flex-none"
    >
      <FilterChoice
        label={t('history.market')}
        value={filter.currency_match_id ?? ''}
        all={t('history.allMarkets')}
        options={pairs.map(({ match, label }) => ({ value: String(match.id), label }))}
        onChange={(value) => choose('market', value)}
      />
      <FilterChoice
        label={t('history.side')}
        value={filter.side ?? ''}
        all={t('history.allSides')}
        options={ORDER_SIDES.map((side) => ({ value: side, label: t(`side.${side}`) }))}
        onChange={(value) => choose('side', value)}
      />
      <FilterChoice
        label={t('history.state')}
        value={filter.state ?? ''}
        all={t('history.allStates')}
        options={ORDER_STATES.map((state) => ({ value: state, label: t(`history.${state}`) }))}
        onChange={(value) => choose('state', value)}
      />
    </search>
  );
}
