/** The tab of markets ranked by gain, loss or turnover. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { formatTurnover } from '../../format/turnover.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { MarketRow } from '../parts/market/market-row.tsx';
import {
  matchingPairs,
  RANKINGS,
  rankedPairs,
  turnovers,
  type Ranking,
} from '../parts/market/pair-order.ts';
import { PairList } from './pair-list.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { PILL_TABS } from './tab-styles.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';

/**
 * Prices move immediately; ranks are recomputed at this interval, because rows would otherwise jump
 * under the finger.
 */
const RANKING_EVERY_MS = 10 * SECOND_MS;

const EMPTY_TITLE = {
  gainers: 'list.noGainers',
  losers: 'list.noLosers',
  turnover: 'list.empty',
} as const;

interface RankingsTabProps {
  readonly query: string;
  readonly chosenKey: string | null;
  readonly onChoose: ((match: CurrencyMatch) => void) | undefined;
}

/** Spot markets by gain, by loss and by turnover. */
export function RankingsTab({ query, chosenKey, onChoose }: RankingsTabProps) {
  const t = useText('market');
  const view = useSpotPairs();
  const [address, setAddress] = useSearchParams();
  const asked = address.get('by');
  const ranking: Ranking = RANKINGS.find((candidate) => candidate === asked) ?? 'gainers';
  useRefreshEvery(view.retry, RANKING_EVERY_MS);
  const format = useFormat();
  const { code, valueOf } = useMemo(() => turnovers(view.pairs), [view.pairs]);
  // Returns the turnover in the currency of the ranking; pairs quoted in it show the same turnover
  // as in other lists.
  const comparedTurnover = (pair: SpotPair) =>
    pair.match.quote_currency_code === code
      ? undefined
      : t('row.turnover', {
          turnover: `≈ ${formatTurnover(format.locale, valueOf(pair))} ${code}`,
        });
  const shown = useMemo(
    () => matchingPairs(rankedPairs(view.pairs, ranking), query),
    [view.pairs, ranking, query],
  );
  const chooseRanking = (next: Ranking) =>
    setAddress(
      (current) => {
        current.set('by', next);
        return current;
      },
      { replace: true },
    );
  return (
    <Tabs
      label={t('list.rankedBy')}
      look="pill"
      className={PILL_TABS}
      value={ranking}
      onChange={chooseRanking}
      tabs={RANKINGS.map((value) => ({ value, label: t(`list.${value}`) }))}
    >
      <PairList
        view={view}
        pairs={shown}
        query={query}
        empty={{ title: t(EMPTY_TITLE[ranking]), hint: t('list.rankingHint') }}
        label={t(`list.${ranking}`)}
        renderRow={(pair) => (
          <MarketRow
            match={pair.match}
            note={ranking === 'turnover' ? comparedTurnover(pair) : undefined}
            hasStar
            isChosen={pair.key === chosenKey}
            onChoose={onChoose}
          />
        )}
      />
    </Tabs>
  );
}
