/** The tab of forex symbols. */
import { useMemo, useState } from 'react';
import type { ForexTicker } from '../../../contract/market/market.ts';
import { useText } from '../../i18n/use-text.ts';
import { ForexRow } from './forex-row.tsx';
import { matchingPairs, orderedPairs, type PairOrder } from '../parts/market/pair-order.ts';
import { PairList } from './pair-list.tsx';
import { SortHeader } from './sort-header.tsx';
import { useForexPairs } from '../parts/market/use-pairs.ts';

interface ForexTabProps {
  readonly query: string;
  readonly chosenKey: string | null;
  readonly onChoose: ((ticker: ForexTicker) => void) | undefined;
}

/** Every forex symbol. */
export function ForexTab({ query, chosenKey, onChoose }: ForexTabProps) {
  const t = useText('market');
  const view = useForexPairs();
  const [order, setOrder] = useState<PairOrder>(null);
  const shown = useMemo(
    () => orderedPairs(matchingPairs(view.pairs, query), order),
    [view.pairs, query, order],
  );
  const isClosed = view.pairs.some(({ ticker }) => !ticker.is_open);
  return (
    <>
      {isClosed && <p className="px-gutter pt-3 text-sm text-muted">{t('pair.closedHint')}</p>}
      <SortHeader order={order} onChange={setOrder} />
      <PairList
        view={view}
        pairs={shown}
        query={query}
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
        label={t('list.pairs')}
        renderRow={({ ticker, key }) => (
          <ForexRow ticker={ticker} isChosen={key === chosenKey} onChoose={onChoose} />
        )}
      />
    </>
  );
}
