/** The screen of own contract orders: positions, pending orders, history, one order. */
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLeverActions } from '../../app/lever/use-lever-actions.ts';
import { useLeverPortfolio } from '../../app/lever/use-lever-portfolio.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { PageLinks } from '../parts/page-links.tsx';
import { LiveFrame } from '../parts/live-frame.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { HistoryList } from './history-list.tsx';
import { LEVER_TABS, leverTab, myTradePath } from './lever-address.ts';
import { LeverOrderScreen } from './order-screen.tsx';
import { PendingList, PositionList } from './order-lists.tsx';
import { RiskMeter } from './risk-meter.tsx';
import { TradeLink } from './trade-link.tsx';
import type { LeverPairsView } from '../parts/lever/use-lever-pairs.ts';
import { useFreshLeverPairs } from './use-fresh-lever-pairs.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const PushOptIn = lazyPart(async () => (await import('../parts/push-opt-in.tsx')).PushOptIn);

/** /lever-my-trade?tab= or ?id=. */
export function LeverMyTradeScreen() {
  const [address] = useSearchParams();
  const id = address.get('id');
  const view = useFreshLeverPairs();
  return (
    <LiveFrame>
      {id === null ? <MyTrade view={view} /> : <LeverOrderScreen id={id} view={view} />}
    </LiveFrame>
  );
}

const STYLES = {
  row: 'flex flex-wrap gap-x-5 border-b border-line px-gutter',
  link: 'flex min-h-11 items-center border-b-2 text-base -outline-offset-2',
  current: 'border-accent font-semibold text-ink',
  other: 'border-transparent text-muted hover:text-ink',
};

function MyTrade({ view }: { readonly view: LeverPairsView }) {
  const t = useText('lever');
  const goBack = useGoBack('/lever');
  const [address] = useSearchParams();
  const tab = leverTab(address.get('tab'));
  const account = useLeverPortfolio(view.markets);
  const actions = useLeverActions();
  const { portfolio, orders, pending } = account;
  const number = { positions: orders.length - pending.length, pending: pending.length };
  const code = view.pairs[0]?.code ?? '';
  // The history needs the markets only.
  const needed = tab === 'history' ? [view] : [view, account];
  const failed = needed.find(({ status }) => status === 'failure');
  const isReady = view.status === 'success' && (tab === 'history' || portfolio !== null);
  return (
    <Screen
      width="wide"
      scrollKey={`lever-my-trade-${tab}`}
      header={
        <>
          <PageHeader title={t('mine.title')} onBack={goBack} />
          {portfolio !== null && <RiskMeter portfolio={portfolio} pairs={view.pairs} code={code} />}
          <PageLinks
            label={t('mine.title')}
            pages={LEVER_TABS.map((name) => ({ name, to: myTradePath(name) }))}
            current={tab}
            styles={STYLES}
          >
            {(name) =>
              name === 'history' ? t('tab.history') : t(`tab.${name}`, { number: number[name] })
            }
          </PageLinks>
        </>
      }
      className="px-gutter pb-8"
    >
      {failed !== undefined && <ErrorState error={failed.error} onRetry={failed.retry} />}
      {failed === undefined && !isReady && <SkeletonRows label={t('mine.loading')} rows={4} />}
      {tab === 'history' && failed === undefined && isReady && <HistoryList pairs={view.pairs} />}
      {tab === 'positions' && failed === undefined && isReady && portfolio !== null && (
        <PositionList
          portfolio={portfolio}
          orders={orders}
          pairs={view.pairs}
          actions={actions}
          code={code}
          emptyAction={<TradeLink />}
        />
      )}
      {tab === 'positions' && isReady && orders.length > 0 && (
        <Suspense fallback={null}>
          <PushOptIn isOffer />
        </Suspense>
      )}
      {tab === 'pending' && failed === undefined && isReady && portfolio !== null && (
        <PendingList
          portfolio={portfolio}
          orders={pending}
          pairs={view.pairs}
          actions={actions}
          marketId={null}
          emptyAction={<TradeLink />}
        />
      )}
    </Screen>
  );
}
