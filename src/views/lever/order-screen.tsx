/** The screen of one contract order: figures, timeline, and why it has these prices. */
import { Link } from 'react-router-dom';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import { useLeverActions } from '../../app/lever/use-lever-actions.ts';
import { useLeverOrder } from '../../app/lever/use-lever-order.ts';
import { useLeverPortfolio } from '../../app/lever/use-lever-portfolio.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { Panel } from '../parts/panel.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { profitText } from '../parts/lever/lever-text.ts';
import { DirectionText } from './direction-text.tsx';
import { ExplainedName } from './explained-name.tsx';
import { myTradePath } from './lever-address.ts';
import { OrderTerms } from './order-terms.tsx';
import { PositionActions } from './position-card.tsx';
import { PriceReasons } from './price-reasons.tsx';
import { ProfitText } from './profit-text.tsx';
import { LeverTimeline } from './lever-timeline.tsx';
import { useEndText } from './use-end-text.ts';
import { useOrderSums } from './use-order-sums.ts';
import { pairOf, type LeverPair, type LeverPairsView } from '../parts/lever/use-lever-pairs.ts';

/** Only such ids are requested; other text is no order id. */
const RECORD_ID = /^[1-9]\d{0,17}$/;

interface LeverOrderScreenProps {
  readonly id: string;
  readonly view: LeverPairsView;
}

export function LeverOrderScreen({ id, view }: LeverOrderScreenProps) {
  const t = useText('lever');
  const goBack = useGoBack(myTradePath('history'));
  return (
    <Screen
      isText
      header={<PageHeader title={t('detail.title')} onBack={goBack} />}
      className="px-gutter pt-1 pb-8"
    >
      {RECORD_ID.test(id) ? <LiveOrder id={id} view={view} /> : <NoOrder />}
    </Screen>
  );
}

function NoOrder() {
  const t = useText('lever');
  return (
    <div role="alert">
      <EmptyState
        title={t('detail.notFound')}
        hint={t('detail.notFoundHint')}
        action={
          <Link to={myTradePath('history')} replace className={buttonStyle('primary', 'small')}>
            {t('tab.history')}
          </Link>
        }
      />
    </div>
  );
}

function LiveOrder({ id, view }: LeverOrderScreenProps) {
  const t = useText('lever');
  const { status, data, error, retry } = useLeverOrder(id);
  if (status === 'failure')
    return error === 'contract_order_not_found' ? (
      <NoOrder />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  if (view.status === 'failure') return <ErrorState error={view.error} onRetry={view.retry} />;
  const pair = data === null ? null : pairOf(view.pairs, data.lever_market_id);
  if (status === 'loading' || pair === null)
    return <SkeletonRows label={t('mine.loading')} rows={5} />;
  return (
    <div className="flex flex-col gap-4">
      <OrderHead order={data} pair={pair} view={view} />
      <Panel title={t('detail.terms')}>
        <OrderTerms order={data} pair={pair} />
      </Panel>
      <LeverTimeline order={data} pair={pair} />
      <PriceReasons order={data} pair={pair} pairs={view.pairs} />
    </div>
  );
}

interface PartProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
}

const TONES = {
  pending: 'accent',
  in_trading: 'up',
  closing: 'warn',
  closed: 'neutral',
  cancelled: 'neutral',
} as const;

const markTextOf = ({ market, markTicks }: PositionValue): string =>
  formatUnits(BigInt(markTicks), market.price_scale);

/** State, profit, reason of the end, and the open actions. */
function OrderHead({ order, pair, view }: PartProps & Pick<LeverOrderScreenProps, 'view'>) {
  const t = useText('lever');
  const format = useFormat();
  const actions = useLeverActions();
  const endText = useEndText(order);
  const { portfolio } = useLeverPortfolio(view.markets);
  const value = portfolio?.positions.get(order.id);
  const profit = order.profit === null ? value?.profit : amountOf(order.profit);
  const nights = value?.nights ?? amountOf(order.overnight_fee);
  const price = order.close_price ?? (value === undefined ? '' : markTextOf(value));
  const sums = useOrderSums(order, pair, { price, nights });
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">
          <DirectionText order={order} label={pair.label} />
        </h2>
        <span data-testid="lever-order-state">
          <Badge tone={TONES[order.state]}>{t(`state.${order.state}`)}</Badge>
        </span>
      </div>
      {profit !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <ExplainedName
            formula={{
              title: t('figure.profit'),
              rule: t(order.profit === null ? 'rule.profit' : 'rule.gain'),
              lines:
                sums === null ? [] : [`${sums.profit} = ${profitText(format, profit, pair.code)}`],
            }}
            className="text-xs"
          />
          <ProfitText profit={profit} code={pair.code} className="text-xl" />
        </p>
      )}
      {order.close_reason !== null || order.cancel_reason !== null ? (
        <p role="status" className="text-sm text-muted">
          {endText}
        </p>
      ) : null}
      {portfolio !== null && value !== undefined && (
        <PositionActions value={value} pair={pair} portfolio={portfolio} actions={actions} />
      )}
    </section>
  );
}
