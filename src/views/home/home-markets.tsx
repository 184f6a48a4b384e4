/** The market list of the home screen with its filter. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { SECOND_MS } from '../../../contract/time.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useKeptState } from '../../ui/use-kept-state.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { PAIR_ROWS } from '../parts/market/pair-row.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { FilteredRow } from './filtered-row.tsx';
import { fitsFilter, MarketFilterButton, type MarketFilter } from './market-filter.tsx';

/** Markets enter a filtered list at this interval; markets that no longer fit leave immediately. */
const REFILTER_EVERY_MS = 10 * SECOND_MS;

/** All markets, the most popular first, with the filter of SPEC 2. */
export function HomeMarkets() {
  const t = useText('home');
  const [filter, setFilter] = useKeptState<MarketFilter>('home filter', 'overall');
  return (
    <section aria-labelledby="markets-title" className="mt-4 md:mt-0">
      <div className="flex items-center justify-between gap-2 ps-gutter pe-1 md:ps-1">
        <h2 id="markets-title" className="text-lg font-semibold">
          {t('markets.title')}
        </h2>
        <MarketFilterButton filter={filter} onChoose={setFilter} />
      </div>
      <div className="bg-surface md:overflow-hidden md:rounded-card">
        <MarketRows key={filter} filter={filter} onReset={() => setFilter('overall')} />
      </div>
      <p className="px-gutter pt-4 text-center">
        <Link
          to="/market"
          className="touch-target rounded-tag text-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('common:action.more')}
        </Link>
      </p>
    </section>
  );
}

interface MarketRowsProps {
  readonly filter: MarketFilter;
  readonly onReset: () => void;
}

/** Markets that stopped fitting since `pairs` were loaded. */
interface Departures {
  readonly pairs: readonly SpotPair[];
  readonly keys: ReadonlySet<string>;
}

function MarketRows({ filter, onReset }: MarketRowsProps) {
  const t = useText('home');
  const { status, error, retry, pairs } = useSpotPairs();
  const [departures, setDepartures] = useState<Departures>({ pairs, keys: new Set() });
  if (status === 'loading') return <SkeletonRows label={t('common:page.loading')} rows={8} />;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  const hasLeft = (key: string) => departures.pairs === pairs && departures.keys.has(key);
  const noteDeparture = (key: string) =>
    setDepartures((current) => ({
      pairs,
      keys: new Set([...(current.pairs === pairs ? current.keys : []), key]),
    }));
  const shown = pairs.filter(
    ({ key, match }) => fitsFilter(match.currency_quotation.change, filter) && !hasLeft(key),
  );
  if (shown.length === 0)
    return (
      <EmptyState
        title={t('markets.empty')}
        hint={t('markets.emptyHint')}
        action={
          filter !== 'overall' && (
            <Button kind="secondary" size="small" onClick={onReset}>
              {t('filter.reset')}
            </Button>
          )
        }
      />
    );
  return (
    <>
      {filter !== 'overall' && <Refilter onRefresh={retry} />}
      <VirtualList
        label={t('markets.title')}
        items={shown}
        className={PAIR_ROWS}
        rowKey={({ key }) => key}
        renderRow={(pair) => <FilteredRow pair={pair} filter={filter} onDepart={noteDeparture} />}
      />
    </>
  );
}

function Refilter({ onRefresh }: { readonly onRefresh: () => void }) {
  useRefreshEvery(onRefresh, REFILTER_EVERY_MS);
  return null;
}
