/** The screen of one order, live. */
import { Link, useSearchParams } from 'react-router-dom';
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import { useOrderActions } from '../../app/spot/use-order-actions.ts';
import { useOrder } from '../../app/spot/use-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';
import { LiveFrame } from '../parts/live-frame.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { ExecutionBar } from './execution-bar.tsx';
import { FillsTable } from './fills-table.tsx';
import { MarketNotice } from './market-notice.tsx';
import { OrderTitle, useOrderMarkets } from './order-figures.tsx';
import { priceOf, type OrderMarket } from './order-market.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { MARKET_EVERY_MS } from './market-pace.ts';
import { useOrderWords } from './order-words.ts';

/** Only such ids are requested; other text is no order id. */
const RECORD_ID = /^[1-9]\d{0,17}$/;

/** /trade-detail?id=: one order with its events, live. */
export function TradeDetailScreen() {
  const t = useText('spot');
  const goBack = useGoBack('/trade?view=history');
  const [address] = useSearchParams();
  const id = address.get('id') ?? '';
  return (
    <LiveFrame>
      <Screen
        isText
        header={<PageHeader title={t('detail.title')} onBack={goBack} />}
        className="px-gutter pt-1 pb-8"
      >
        {RECORD_ID.test(id) ? <LiveOrder id={id} /> : <NoOrder />}
      </Screen>
    </LiveFrame>
  );
}

function NoOrder() {
  const t = useText('spot');
  return (
    <div role="alert">
      <EmptyState
        title={t('detail.notFound')}
        hint={t('detail.notFoundHint')}
        action={
          <Link to="/trade?view=history" replace className={buttonStyle('primary', 'small')}>
            {t('history.open')}
          </Link>
        }
      />
    </div>
  );
}

function LiveOrder({ id }: { readonly id: string }) {
  const t = useText('spot');
  const { status, data, error, retry } = useOrder(id);
  const markets = useSpotPairs();
  const marketOf = useOrderMarkets(markets.pairs);
  useRefreshEvery(markets.retry, MARKET_EVERY_MS);
  if (status === 'loading') return <SkeletonRows label={t('detail.loading')} rows={5} />;
  if (status === 'failure') {
    return error === 'order_not_found' ? <NoOrder /> : <ErrorState error={error} onRetry={retry} />;
  }
  const market = marketOf(data);
  return (
    <div className="flex flex-col gap-4">
      <OrderHead order={data} market={market} />
      <OrderTerms order={data} market={market} />
      <OrderTimeline order={data} market={market} />
      <FillsTable order={data} market={market} />
    </div>
  );
}

interface PartProps {
  readonly order: OrderDetail;
  readonly market: OrderMarket;
}

/** State, executed part, and the cancel button. */
function OrderHead({ order, market }: PartProps) {
  const t = useText('spot');
  const words = useOrderWords(order, market);
  const { state, tone, reason, summary, percent, canCancel, isOpen } = words;
  const { cancel, isCancelling } = useOrderActions();
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">
          <OrderTitle order={order} market={market} />
        </h2>
        <span data-testid="order-state">
          <Badge tone={tone}>{state}</Badge>
        </span>
      </div>
      <div role="status">
        <p>{summary}</p>
        {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
      </div>
      <ExecutionBar percent={percent} />
      {isOpen && <MarketNotice status={market.status} />}
      {canCancel && (
        <Button kind="danger" pending={isCancelling(order.id)} onClick={() => cancel(order.id)}>
          {t('orders.cancel')}
        </Button>
      )}
    </section>
  );
}

/** The ordered and executed amounts, and the fee with its rates. */
function OrderTerms({ order, market }: PartProps) {
  const t = useText('spot');
  const format = useFormat();
  const value = (text: string | null, code: string, isCost = false) =>
    text === null ? '–' : <Amount value={text} code={code} isCost={isCost} />;
  const price = (text: string) => `${priceOf(format, text, market)} ${market.quote}`;
  const isByAmount = order.quantity === null;
  const terms = [
    [t('order.price'), order.price === null ? t('ticket.marketPrice') : price(order.price)],
    isByAmount
      ? [t('order.amount'), value(order.amount, market.quote)]
      : [t('order.quantity'), value(order.quantity, market.base)],
    [t('order.executedQuantity'), value(order.executed_quantity, market.base)],
    [t('order.executedAmount'), value(order.executed_amount, market.quote)],
    [t('order.average'), order.average_price === null ? '–' : price(order.average_price)],
    [t('order.fee'), value(order.fee, order.fee_currency_code, true)],
    [t('order.makerRate'), format.rate(order.maker_fee_ppm)],
    [t('order.takerRate'), format.rate(order.taker_fee_ppm)],
    [t('order.id'), order.id],
  ] as const;
  return (
    <section className="rounded-card bg-surface p-4">
      <dl className="flex flex-col gap-2 text-sm">
        {terms.map(([name, shown]) => (
          <div key={String(name)} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-faint">{name}</dt>
            <dd className="figures ms-auto text-end wrap-anywhere">{shown}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-sm text-muted">{t('detail.feeRule')}</p>
    </section>
  );
}
