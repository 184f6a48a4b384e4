/** The sheet that switches to another pair. */
import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconExpand } from '../../../ui/icons.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { matchingPairs } from './pair-order.ts';
import type { ForexPair, SpotPair } from './pair.ts';
import { ForexFigures, ForexStaleMark, SpotFigures, SpotStaleMark } from './quote-figures.tsx';
import { PairSearch } from './pair-search.tsx';

interface PairSwitcherProps {
  /** `BTC/USDT`, the pair on screen. */
  readonly current: string;
  readonly pairs: readonly (SpotPair | ForexPair)[];
  /** Target of a choice; by default the pair's own page. */
  readonly pathOf?: (pair: SpotPair | ForexPair) => string;
  /** Content of a row; by default its name, live price and change. */
  readonly rowOf?: (pair: SpotPair | ForexPair) => ReactNode;
}

/** The name of the pair; a tap opens the list of the others. */
export function PairSwitcher(props: PairSwitcherProps) {
  const { current, pairs, pathOf = ownPath, rowOf = quoteRow } = props;
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
        className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-control px-2 text-lg font-semibold hover:bg-tint"
      >
        <span className="truncate @max-[18rem]:wrap-anywhere @max-[18rem]:whitespace-normal">
          {current}
        </span>
        <IconExpand aria-hidden className="size-4.5 shrink-0 text-faint" />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('pair.choose')}>
        <PairChoices
          current={current}
          pairs={pairs}
          pathOf={pathOf}
          rowOf={rowOf}
          onDone={() => setIsOpen(false)}
        />
      </Sheet>
    </>
  );
}

interface PairChoicesProps extends Required<PairSwitcherProps> {
  readonly onDone: () => void;
}

/**
 * The search and the matching pairs, with their live figures. ArrowDown and ArrowUp move from the
 * search through the pairs and back; Enter in the search takes the first match.
 */
function PairChoices({ current, pairs, pathOf, rowOf, onDone }: PairChoicesProps) {
  const t = useText('market');
  const [query, setQuery] = useState('');
  const search = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = matchingPairs(pairs, query.trim());

  useEffect(() => {
    // On touch screens the keyboard would cover the list.
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    // The sheet stores the focused element before the next frame; in that frame, it does not move a
    // focus inside it.
    const frame = requestAnimationFrame(() => inputIn(search.current)?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const stops = [inputIn(search.current), ...(list.current?.querySelectorAll('a') ?? [])];
    const at = stops.findIndex((stop) => stop === event.target);
    // During composition, keys belong to the input method.
    if (at < 0 || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && at === 0 && query.trim() !== '') stops[1]?.click();
    else if (event.key === 'ArrowDown') stops[at + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[at - 1]?.focus();
    else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the parts inside
    <div onKeyDown={onKeyDown} className="flex min-h-[50dvh] flex-col">
      <div ref={search} className="sticky top-0 z-1 bg-surface px-5 pt-1 pb-2">
        <PairSearch value={query} onChange={setQuery} />
      </div>
      {shown.length === 0 && (
        <EmptyState title={t('list.noMatch', { query })} hint={t('list.noMatchHint')} />
      )}
      <ul ref={list} aria-label={t('list.pairs')} className="@container">
        {shown.map((pair) => (
          <li key={pair.key}>
            <Link
              to={pathOf(pair)}
              replace
              onClick={onDone}
              aria-current={pair.label === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-14 scroll-mt-16 items-center gap-3 px-5 py-1 -outline-offset-2 hover:bg-sunken',
                '@max-[21.5rem]:flex-wrap @max-[21.5rem]:content-center @max-[21.5rem]:gap-y-0',
                pair.label === current && 'font-semibold text-accent',
              )}
            >
              {rowOf(pair)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Name, live price and change of a pair; only the figures change with its quote. */
const PairChoice = memo(function PairChoice({ pair }: { readonly pair: SpotPair | ForexPair }) {
  const isSpot = pair.kind === 'spot';
  return (
    <>
      <span className="min-w-0 flex-1 @max-[21.5rem]:basis-full">
        <span className="block truncate">{pair.label}</span>
        <span className="flex items-center gap-1 text-xs font-normal text-faint">
          {isSpot ? <SpotStaleMark match={pair.match} /> : <ForexStaleMark ticker={pair.ticker} />}
          {isSpot && <span className="truncate">{pair.name}</span>}
        </span>
      </span>
      {isSpot ? <SpotFigures match={pair.match} /> : <ForexFigures ticker={pair.ticker} />}
    </>
  );
});

const quoteRow = (pair: SpotPair | ForexPair) => <PairChoice pair={pair} />;

const inputIn = (part: HTMLElement | null) => part?.querySelector('input') ?? null;

const ownPath = (pair: SpotPair | ForexPair): string => pair.path;
