import { useSearchParams } from 'react-router-dom';
import type { HistoryFilter } from '../../app/hooks/use-order-history.ts';
import { useText } from '../../i18n/use-text.ts';
import type { SpotPair } from '../market/pair.ts';
import { ORDER_SIDES, ORDER_STATES } from './order-choices.ts';

interface HistoryFiltersProps {
  readonly pairs: readonly SpotPair[];
  readonly filter: HistoryFilter;
}

/** Market, side and state, kept in the address. */
export function HistoryFilters({ pairs, filter }: HistoryFiltersProps) {
  const t = useText('trade');
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
      <Choice
        label={t('history.market')}
        value={filter.currency_match_id ?? ''}
        all={t('history.allMarkets')}
        options={pairs.map(({ match, label }) => ({ value: String(match.id), label }))}
        onChange={(value) => choose('market', value)}
      />
      <Choice
        label={t('history.side')}
        value={filter.side ?? ''}
        all={t('history.allSides')}
        options={ORDER_SIDES.map((side) => ({ value: side, label: t(`side.${side}`) }))}
        onChange={(value) => choose('side', value)}
      />
      <Choice
        label={t('history.state')}
        value={filter.state ?? ''}
        all={t('history.allStates')}
        options={ORDER_STATES.map((state) => ({ value: state, label: t(`history.${state}`) }))}
        onChange={(value) => choose('state', value)}
      />
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Name of the choice that leaves nothing out. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, all, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 min-w-0 rounded-control border border-edge bg-surface px-1 text-sm md:px-2 text-ink md:min-w-40"
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
