/** The screen of contracts: the funds of the exchange, and every market with mark, sources, exposure and terms. */
import type { OperatorLeverMarket } from '../../../../contract/operator/schemas/lever.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { RecordView } from '../parts/record-view.tsx';
import { LeverHouse } from './lever-house.tsx';
import { LeverListings } from './lever-listings.tsx';
import { LeverMarketRow } from './lever-market-row.tsx';

/** Contract markets, and the funds that cover them. */
export function LeverMarketsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('getLeverDesk', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.contracts')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>
        {({ house, funds, listings, markets }) => (
          <>
            <LeverHouse house={house} funds={funds} markets={markets} />
            <LeverListings listings={listings} code={house.currency_code} />
            <ul
              aria-label={t('section.contracts')}
              className="flex flex-col divide-y divide-line border-t border-line"
            >
              {endedLast(markets).map((market) => (
                <li key={market.id}>
                  <LeverMarketRow market={market} />
                </li>
              ))}
            </ul>
          </>
        )}
      </RecordView>
    </Screen>
  );
}

/** Markets that have ended come last; the others keep their order. */
const endedLast = (markets: readonly OperatorLeverMarket[]): readonly OperatorLeverMarket[] =>
  markets.toSorted((a, b) => Number(a.is_ended) - Number(b.is_ended));
