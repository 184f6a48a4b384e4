/** The tab of spot markets by quote currency, with favorites. */
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { useFavorites } from '../../app/core/hooks/use-preferences.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketRow } from '../parts/market/market-row.tsx';
import { matchingPairs, orderedPairs, type PairOrder } from '../parts/market/pair-order.ts';
import { PairList } from './pair-list.tsx';
import { SortHeader } from './sort-header.tsx';
import { PILL_TABS } from './tab-styles.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';

const ALL = 'all';
const FAVORITES = 'favorites';

interface SpotTabProps {
  readonly query: string;
  readonly chosenKey: string | null;
  readonly onChoose: ((match: CurrencyMatch) => void) | undefined;
}

/** Spot markets by quote currency, and the favorites. A search covers all of them. */
export function SpotTab({ query, chosenKey, onChoose }: SpotTabProps) {
  const t = useText('market');
  const view = useSpotPairs();
  const favorites = useFavorites();
  const [order, setOrder] = useState<PairOrder>(null);
  const [address, setAddress] = useSearchParams();
  const asked = address.get('group') ?? ALL;
  const groups = [FAVORITES, ALL, ...view.quoteCodes];
  const group = groups.includes(asked) ? asked : ALL;
  const shown = useMemo(() => {
    const inGroup = view.pairs.filter(
      ({ match }) =>
        query !== '' ||
        group === ALL ||
        (group === FAVORITES ? favorites.has(match.id) : match.quote_currency_code === group),
    );
    return orderedPairs(matchingPairs(inGroup, query), order);
  }, [view.pairs, query, group, favorites, order]);
  const chooseGroup = (next: string) =>
    setAddress(
      (current) => {
        current.set('group', next);
        return current;
      },
      { replace: true },
    );
  return (
    <Tabs
      label={t('list.groups')}
      look="pill"
      className={PILL_TABS}
      value={group}
      onChange={chooseGroup}
      tabs={groups.map((value) => ({
        value,
        label: value === ALL || value === FAVORITES ? t(`list.${value}`) : value,
      }))}
    >
      <SortHeader order={order} onChange={setOrder} />
      <PairList
        view={view}
        pairs={shown}
        query={query}
        empty={
          group === FAVORITES
            ? { title: t('list.noFavorites'), hint: t('list.noFavoritesHint') }
            : { title: t('list.empty'), hint: t('list.emptyHint') }
        }
        label={t('list.pairs')}
        renderRow={({ match, key }) => (
          <MarketRow match={match} hasStar isChosen={key === chosenKey} onChoose={onChoose} />
        )}
      />
    </Tabs>
  );
}
