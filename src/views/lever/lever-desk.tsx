/** The layout of chart, ticket and own orders of a contract market. */
import { useEffect, useState } from 'react';
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import { useLastLeverMarket } from '../../app/lever/use-last-lever-market.ts';
import { useLeverActions } from '../../app/lever/use-lever-actions.ts';
import { useLeverPortfolio, type LeverPortfolioView } from '../../app/lever/use-lever-portfolio.ts';
import { useLeverTicket } from '../../app/lever/use-lever-ticket.ts';
import { useRiskStanding } from '../../app/people/use-risk-standing.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { ProductOff } from '../parts/risk-gate.tsx';
import { LeverChart } from './lever-chart.tsx';
import { LeverHeader } from './lever-header.tsx';
import { LeverTicket } from './lever-ticket.tsx';
import { PendingList, PositionList } from './order-lists.tsx';
import { RiskMeter } from './risk-meter.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** Phone: chart, ticket, orders. From 768 px: chart and orders left, ticket right. */
const DESK = classNames(
  "grid items-start gap-x-5 gap-y-5 px-gutter pb-6 [grid-template-areas:'chart''ticket''orders'] grid-cols-1",
  "md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:[grid-template-areas:'chart_ticket''orders_ticket']",
  'lg:grid-cols-[minmax(0,1fr)_22.5rem]',
);

interface LeverDeskProps {
  readonly pair: LeverPair;
  readonly pairs: readonly LeverPair[];
  readonly markets: readonly LeverMarketInfo[];
}

/** One market; must be remounted for another market. */
export function LeverDesk({ pair, pairs, markets }: LeverDeskProps) {
  const { market, label, code } = pair;
  const [, keepLast] = useLastLeverMarket();
  const account = useLeverPortfolio(markets);
  const actions = useLeverActions();
  const ticket = useLeverTicket(market, account.portfolio);
  const { isOff } = useRiskStanding('lever');
  usePageTitle(label);
  useEffect(() => keepLast(market.id), [keepLast, market.id]);
  const own = account.orders.filter((order) => order.lever_market_id === market.id);
  return (
    <Screen
      scrollKey={`lever-${market.id}`}
      width="desk"
      className={DESK}
      header={
        <>
          <LeverHeader pair={pair} pairs={pairs} />
          {account.portfolio === null ? (
            <MeterPlace account={account} />
          ) : (
            <RiskMeter portfolio={account.portfolio} pairs={pairs} code={code} />
          )}
          <div className="px-gutter py-2 empty:hidden">
            <ProductOff product="lever" />
          </div>
        </>
      }
    >
      <div className="min-w-0 pt-2 [--plot-height:clamp(15rem,38dvh,26rem)] 2xl:[--plot-height:clamp(15rem,44dvh,36rem)] [grid-area:chart]">
        <LeverChart
          pair={pair}
          ticket={ticket}
          portfolio={account.portfolio}
          orders={own}
          actions={actions}
        />
      </div>
      <div className="min-w-0 pt-2 [grid-area:ticket]">
        {!isOff && (
          <LeverTicket pair={pair} pairs={pairs} ticket={ticket} portfolio={account.portfolio} />
        )}
      </div>
      <div className="min-w-0 [grid-area:orders]">
        <OwnOrders account={account} pair={pair} pairs={pairs} actions={actions} />
      </div>
    </Screen>
  );
}

/** Instead of the meter while the account loads, and when it does not load. */
function MeterPlace({ account }: { readonly account: LeverPortfolioView }) {
  if (account.status === 'failure') return null;
  return (
    <div className="px-gutter py-2">
      <Skeleton className="h-7" />
    </div>
  );
}

interface OwnOrdersProps extends Pick<LeverDeskProps, 'pair' | 'pairs'> {
  readonly account: LeverPortfolioView;
  readonly actions: ReturnType<typeof useLeverActions>;
}

/** Positions and pending orders of all markets. */
function OwnOrders({ account, pair, pairs, actions }: OwnOrdersProps) {
  const t = useText('lever');
  const [tab, setTab] = useState<'positions' | 'pending'>('positions');
  const { portfolio, orders, pending } = account;
  const number = { positions: orders.length - pending.length, pending: pending.length };
  if (account.status === 'failure')
    return <ErrorState error={account.error} onRetry={account.retry} />;
  return (
    <section aria-labelledby="lever-orders-title">
      <div className="flex items-center justify-between gap-3">
        <h2 id="lever-orders-title" className="sr-only">
          {t('mine.title')}
        </h2>
        <StaleMark isStale={account.isStale} />
      </div>
      <Tabs
        label={t('mine.title')}
        look="pill"
        value={tab}
        onChange={setTab}
        tabs={(['positions', 'pending'] as const).map((value) => ({
          value,
          label: t(`tab.${value}`, { number: number[value] }),
        }))}
      >
        {portfolio === null && <SkeletonRows label={t('mine.loading')} rows={2} />}
        {portfolio !== null && tab === 'positions' && (
          <PositionList
            portfolio={portfolio}
            orders={orders}
            pairs={pairs}
            actions={actions}
            code={pair.code}
          />
        )}
        {portfolio !== null && tab === 'pending' && (
          <PendingList
            portfolio={portfolio}
            orders={pending}
            pairs={pairs}
            actions={actions}
            marketId={null}
          />
        )}
      </Tabs>
    </section>
  );
}
