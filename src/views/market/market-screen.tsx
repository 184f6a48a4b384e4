/** The screen of all markets, with the selected chart on wide screens. */
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrencyMatch, ForexTicker } from '../../../contract/market/market.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsTablet } from '../../ui/use-media-query.ts';
import { ChosenPair } from './chosen-pair.tsx';
import { ForexTab } from './forex-tab.tsx';
import { forexPair, spotPair, type ForexPair, type SpotPair } from '../parts/market/pair.ts';
import { RankingsTab } from './rankings-tab.tsx';
import { PairSearch } from '../parts/market/pair-search.tsx';
import { SpotTab } from './spot-tab.tsx';
import { LINE_TABS } from './tab-styles.ts';
import { useForexPairs, useSpotPairs } from '../parts/market/use-pairs.ts';

const TABS = ['spot', 'forex', 'rankings'] as const;
type MarketTab = (typeof TABS)[number];

/** /market: all pairs. On wide screens the chart of the chosen one is next to the list. */
export function MarketScreen() {
  const t = useText('market');
  const isWide = useIsTablet();
  const [address, setAddress] = useSearchParams();
  const [query, setQuery] = useState(address.get('q') ?? '');
  const tab: MarketTab = TABS.find((candidate) => candidate === address.get('tab')) ?? 'spot';
  const { chosen, chooseSpot, chooseForex } = useChosenPair(tab);
  const chosenKey = isWide ? (chosen?.key ?? null) : null;
  const lists = { query: query.trim(), chosenKey };
  const goTo = (next: MarketTab) =>
    setAddress({ tab: next, ...(lists.query !== '' && { q: lists.query }) }, { replace: true });
  // Browsers limit how often a page changes its address, so that it changes after the typing.
  const keep = (text: string) => {
    if (text !== (address.get('q') ?? '')) setAddress(withQuery(address, text), { replace: true });
  };
  const search = (text: string) => {
    setQuery(text);
    if (text === '') keep('');
  };
  return (
    <Screen
      scrollKey={`market-${tab}`}
      width="wide"
      header={
        <div className="md:flex md:items-center md:justify-between md:pb-2">
          <PageHeader title={t('list.title')} />
          <div className="px-gutter pb-2 md:w-100 md:py-2" onBlur={() => keep(lists.query)}>
            <PairSearch value={query} onChange={search} />
          </div>
        </div>
      }
    >
      <div className="grid items-start gap-3 md:grid-cols-[21.5rem_minmax(0,1fr)] md:pe-3 lg:pe-gutter lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-6">
        <Tabs
          label={t('list.tabs')}
          value={tab}
          onChange={goTo}
          tabs={TABS.map((value) => ({ value, label: t(`list.${value}`) }))}
          className={`${LINE_TABS} min-w-0 pb-4`}
        >
          {tab === 'spot' && <SpotTab {...lists} onChoose={isWide ? chooseSpot : undefined} />}
          {tab === 'forex' && <ForexTab {...lists} onChoose={isWide ? chooseForex : undefined} />}
          {tab === 'rankings' && (
            <RankingsTab {...lists} onChoose={isWide ? chooseSpot : undefined} />
          )}
        </Tabs>
        {isWide && (
          <div className="sticky top-4 pb-4">{chosen && <ChosenPair pair={chosen} />}</div>
        )}
      </div>
    </Screen>
  );
}

/** Returns the address with the text of the search, so that a user who returns finds it. */
function withQuery(address: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(address);
  if (query === '') next.delete('q');
  else next.set('q', query);
  return next;
}

/**
 * Returns the pair that was tapped last, otherwise the most popular one of the tab; with its newest
 * figures.
 */
function useChosenPair(tab: MarketTab) {
  const spot = useSpotPairs().pairs;
  const forex = useForexPairs().pairs;
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const all: readonly (SpotPair | ForexPair)[] = [...spot, ...forex];
  return {
    chosen: all.find(({ key }) => key === chosenKey) ?? (tab === 'forex' ? forex[0] : spot[0]),
    chooseSpot: useCallback((match: CurrencyMatch) => setChosenKey(spotPair(match).key), []),
    chooseForex: useCallback((ticker: ForexTicker) => setChosenKey(forexPair(ticker, 0).key), []),
  };
}
