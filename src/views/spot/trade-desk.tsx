/** The layout of order book, ticket, chart and open orders. */
import { Fragment, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderSide } from '../../../contract/spot/spot.ts';
import { useLastTraded } from '../../app/spot/use-last-traded.ts';
import { usePickSide } from '../../app/spot/use-order-ticket.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { useIsDesktop, useIsTablet } from '../../ui/use-media-query.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { SpotOverview } from '../parts/market/spot-overview.tsx';
import { TradeKinds } from '../parts/trade-kinds.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';
import { MARKET_EVERY_MS } from './market-pace.ts';
import { OpenOrders } from './open-orders.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderTicket } from './order-ticket.tsx';
import { TradeHeader } from './trade-header.tsx';

/** Rows of each side: as high as the ticket next to it. */
const BOOK_ROWS = { phone: 9, tablet: 8, desktop: 11 };

/** The pair of the address, otherwise the one traded last, otherwise the most popular one. */
export function TradeDesk() {
  const t = useText('spot');
  const view = useSpotPairs();
  const [address] = useSearchParams();
  const [lastTraded] = useLastTraded();
  useRefreshEvery(view.retry, MARKET_EVERY_MS);
  const asked = Number(address.get('id') ?? lastTraded);
  const pair = view.pairs.find(({ match }) => match.id === asked) ?? view.pairs[0];
  if (pair !== undefined) return <PairDesk pair={pair} pairs={view.pairs} />;
  return (
    <Screen header={<PageHeader title={t('page.title')} />} className="px-gutter">
      {view.status === 'failure' ? (
        <ErrorState error={view.error} onRetry={view.retry} />
      ) : (
        <output aria-label={t('page.loading')} className="grid grid-cols-[1.3fr_1fr] gap-3">
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </output>
      )}
    </Screen>
  );
}

/**
 * Phone: ticket and order book side by side, orders below. 768 px: ticket and order book next to
 * chart and orders. 1024 px: three columns, orders below. Column elements get `display: contents`
 * if their parts are placed elsewhere.
 */
const DESK = classNames(
  "grid items-start gap-x-3 gap-y-5 px-3 pb-6 [grid-template-areas:'ticket_book''orders_orders']",
  'grid-cols-[minmax(0,1.32fr)_minmax(0,1fr)]',
  // Very large letters leave no room for two columns.
  "max-[20rem]:grid-cols-1 max-[20rem]:[grid-template-areas:'ticket''book''orders']",
  "md:grid-cols-[minmax(0,1fr)_18rem] md:gap-x-5 md:px-gutter md:[grid-template-areas:'main_side']",
  "lg:grid-cols-[minmax(0,1fr)_14rem_18rem] lg:[grid-template-areas:'chart_book_ticket''orders_orders_orders']",
);
const COLUMN = 'contents md:flex md:min-w-0 md:flex-col md:gap-5 lg:contents';

interface PairDeskProps {
  readonly pair: SpotPair;
  readonly pairs: readonly SpotPair[];
}

/**
 * On a phone, ticket left and order book right; chart, order book and ticket side by side on wide
 * screens.
 */
function PairDesk({ pair, pairs }: PairDeskProps) {
  const { match, label } = pair;
  const size = useDeskSize();
  const [, keepLastTraded] = useLastTraded();
  usePageTitle(label);
  useEffect(() => keepLastTraded(match.id), [keepLastTraded, match.id]);
  // A user who comes for the ticket, as from the chart, must not return to the old scroll position.
  const [isForTicket] = useState(useSearchParams()[0].has('side'));
  useAskedSide(match.id);
  return (
    <Screen
      {...(!isForTicket && { scrollKey: `trade-${match.id}` })}
      width="wide"
      className={DESK}
      header={
        <>
          <TradeKinds current="spot" />
          <TradeHeader pair={pair} pairs={pairs} />
        </>
      }
    >
      {/* The key is not around the header, so that a user who switched the pair there keeps the focus. */}
      <Fragment key={pair.key}>
        <div className={`${COLUMN} md:[grid-area:side]`}>
          <div className="min-w-0 [grid-area:ticket]">
            <OrderTicket match={match} />
          </div>
          <div className="min-w-0 [grid-area:book]">
            <OrderBook match={match} rows={BOOK_ROWS[size]} />
          </div>
        </div>
        <div className={`${COLUMN} md:[grid-area:main]`}>
          {size !== 'phone' && (
            <div className="flex min-w-0 flex-col gap-3 [grid-area:chart]">
              <SpotOverview match={match} />
            </div>
          )}
          <div className="min-w-0 [grid-area:orders]">
            <OpenOrders match={match} label={label} pairs={pairs} />
          </div>
        </div>
      </Fragment>
    </Screen>
  );
}

function useDeskSize(): keyof typeof BOOK_ROWS {
  const isWide = useIsTablet();
  const isDesktop = useIsDesktop();
  if (isDesktop) return 'desktop';
  return isWide ? 'tablet' : 'phone';
}

/** Chooses the side of the address once, then removes it from the address. */
function useAskedSide(matchId: number): void {
  const [address, setAddress] = useSearchParams();
  const pick = usePickSide(matchId);
  const asked = address.get('side');
  useEffect(() => {
    if (asked !== 'buy' && asked !== 'sell') return;
    const side: OrderSide = asked;
    pick(side);
    setAddress({ id: String(matchId) }, { replace: true });
  }, [asked, matchId, pick, setAddress]);
}
