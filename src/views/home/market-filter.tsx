/** The filter of the market list: all, gainers or losers. */
import { useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { IconFilter } from '../../ui/icons.ts';
import { OptionList } from '../../ui/option-list.tsx';
import { Popover } from '../../ui/popover.tsx';

/** `overall`: all; `gainers`: change above 0; `losers`: change below 0 (SPEC 2). */
export type MarketFilter = 'overall' | 'gainers' | 'losers';

/** Returns whether a market with this day change (percent) fits `filter`. */
export function fitsFilter(change: string, filter: MarketFilter): boolean {
  if (filter === 'overall') return true;
  return filter === 'gainers' ? Number(change) > 0 : Number(change) < 0;
}

const FILTERS: readonly MarketFilter[] = ['overall', 'gainers', 'losers'];

interface MarketFilterButtonProps {
  readonly filter: MarketFilter;
  readonly onChoose: (filter: MarketFilter) => void;
}

/** Shows the current filter and opens the choice of all three. */
export function MarketFilterButton({ filter, onChoose }: MarketFilterButtonProps) {
  const t = useText('home');
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-medium text-muted transition-colors duration-150 hover:bg-tint hover:text-ink"
      >
        <IconFilter aria-hidden className="size-4.5" />
        <span className="sr-only">{t('filter.label')}</span>
        {t(`filter.${filter}`)}
      </button>
      <Popover
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('filter.label')}
        anchor={anchor}
      >
        <OptionList
          label={t('filter.label')}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          onChoose={(chosen) => {
            onChoose(chosen);
            setOpen(false);
          }}
        />
      </Popover>
    </>
  );
}
