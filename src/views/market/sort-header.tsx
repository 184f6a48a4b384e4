/** The column heads of the pair list, which sort it. */
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { nextOrder, type PairOrder, type SortColumn } from '../parts/market/pair-order.ts';

interface SortHeaderProps {
  readonly order: PairOrder;
  readonly onChange: (order: PairOrder) => void;
}

/** Shows the columns of the list and sorts by them. */
export function SortHeader({ order, onChange }: SortHeaderProps) {
  const t = useText('market');
  const column = (name: SortColumn, className?: string) => {
    const direction = order?.column === name ? order.direction : 'none';
    return (
      <button
        type="button"
        onClick={() => onChange(nextOrder(order, name))}
        aria-label={t(`sort.${direction}`, { column: t(`sort.${name}`) })}
        className={classNames(
          'flex min-h-11 items-center gap-1 rounded-tag text-xs -outline-offset-2',
          direction === 'none' ? 'text-faint' : 'font-semibold text-ink',
          className,
        )}
      >
        {t(`sort.${name}`)}
        <svg aria-hidden viewBox="0 0 8 12" className="h-3 w-2 fill-current">
          <path d="M4 0 8 5H0Z" opacity={direction === 'ascending' ? 1 : 0.35} />
          <path d="M4 12 0 7h8Z" opacity={direction === 'descending' ? 1 : 0.35} />
        </svg>
      </button>
    );
  };
  return (
    <fieldset aria-label={t('sort.label')} className="flex flex-wrap gap-x-3 px-gutter">
      {column('name', 'me-auto')}
      {column('price')}
      {column('change', 'min-w-22 justify-end @max-[21.5rem]:min-w-0')}
    </fieldset>
  );
}
