import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconExpand } from '../../ui/icons.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { matchingPairs } from '../market/pair-order.ts';
import type { ForexPair, SpotPair } from '../market/pair.ts';
import { SearchField } from '../market/search-field.tsx';

interface PairSwitcherProps {
  /** `BTC/USDT`, the pair on screen. */
  readonly current: string;
  readonly pairs: readonly (SpotPair | ForexPair)[];
  /** Where a choice leads; the pair's own page unless given. */
  readonly pathOf?: (pair: SpotPair | ForexPair) => string;
}

/** The name of the pair; a tap opens the list of the others. */
export function PairSwitcher({ current, pairs, pathOf = ownPath }: PairSwitcherProps) {
  const t = useText('market');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('pair.switch', { pair: current })}
        onClick={() => setIsOpen(true)}
        className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2 text-lg font-semibold hover:bg-raised"
      >
        <span className="truncate">{current}</span>
        <IconExpand aria-hidden className="size-4.5 shrink-0 text-faint" />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('pair.choose')}>
        <PairChoices
          current={current}
          pairs={pairs}
          pathOf={pathOf}
          onDone={() => setIsOpen(false)}
        />
      </Sheet>
    </>
  );
}

interface PairChoicesProps extends Required<PairSwitcherProps> {
  readonly onDone: () => void;
}

function PairChoices({ current, pairs, pathOf, onDone }: PairChoicesProps) {
  const t = useText('market');
  const format = useFormat();
  const [query, setQuery] = useState('');
  const shown = matchingPairs(pairs, query.trim());
  return (
    <div className="flex min-h-[50dvh] flex-col">
      <div className="sticky top-0 z-1 bg-surface px-5 pt-1 pb-2">
        <SearchField value={query} onChange={setQuery} />
      </div>
      {shown.length === 0 && (
        <EmptyState title={t('list.noMatch', { query })} hint={t('list.noMatchHint')} />
      )}
      <ul aria-label={t('list.pairs')}>
        {shown.map((pair) => (
          <li key={pair.key}>
            <Link
              to={pathOf(pair)}
              replace
              onClick={onDone}
              aria-current={pair.label === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-12 items-center gap-3 px-5 -outline-offset-2 hover:bg-sunken',
                pair.label === current && 'font-semibold text-accent',
              )}
            >
              <span className="min-w-0 flex-1 truncate">
                {pair.label}
                {pair.kind === 'spot' && (
                  <span className="ms-2 text-sm font-normal text-faint">{pair.name}</span>
                )}
              </span>
              <span className="figures text-sm text-muted">
                {format.price(pair.day.close, scaleOf(pair))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const ownPath = (pair: SpotPair | ForexPair): string => pair.path;

const scaleOf = (pair: SpotPair | ForexPair): number =>
  pair.kind === 'spot' ? pair.match.price_scale : pair.ticker.price_scale;
