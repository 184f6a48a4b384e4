/** The closed positions and canceled orders of contracts. */
import { Link } from 'react-router-dom';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useLeverHistory } from '../../app/lever/use-lever-history.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { CardFigures } from './card-figures.tsx';
import { DirectionText } from './direction-text.tsx';
import { ExplainedName } from './explained-name.tsx';
import { leverOrderPath } from './lever-address.ts';
import { profitText, shortAmount } from '../parts/lever/lever-text.ts';
import { ProfitText } from './profit-text.tsx';
import { TradeLink } from './trade-link.tsx';
import { useEndText } from './use-end-text.ts';
import { useOrderSums } from './use-order-sums.ts';
import { pairOf, type LeverPair } from '../parts/lever/use-lever-pairs.ts';

export function HistoryList({ pairs }: { readonly pairs: readonly LeverPair[] }) {
  const t = useText('lever');
  const history = useLeverHistory();
  return (
    <PagedList
      list={history}
      entries={history.orders}
      label={t('tab.history')}
      loadingLabel={t('mine.loading')}
      empty={
        <EmptyState
          title={t('history.empty')}
          hint={t('history.emptyHint')}
          action={<TradeLink />}
        />
      }
      keyOf={({ id }) => id}
    >
      {(order) => {
        const pair = pairOf(pairs, order.lever_market_id);
        return pair !== null && <HistoryRow order={order} pair={pair} />;
      }}
    </PagedList>
  );
}

interface HistoryRowProps {
  readonly order: LeverOrderInfo;
  readonly pair: LeverPair;
}

/** Leads to the order; the names of its figures lead to their formulas. */
function HistoryRow({ order, pair }: HistoryRowProps) {
  const t = useText('lever');
  const format = useFormat();
  const { market, code } = pair;
  const price = (text: string | null) =>
    text === null ? '–' : format.price(text, market.price_scale);
  const endText = useEndText(order);
  const fees = amountOf(order.fee) + amountOf(order.overnight_fee);
  const nights = amountOf(order.overnight_fee);
  const sums = useOrderSums(order, pair, { price: order.close_price ?? '', nights });
  const hasOpened = order.open_price !== null;
  return (
    <article
      data-testid="lever-history-row"
      className="@container relative flex flex-col gap-2 border-b border-line py-3 hover:bg-tint"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="text-sm">
          <Link
            to={leverOrderPath(order.id)}
            className="-outline-offset-2 after:absolute after:inset-0"
          >
            <DirectionText order={order} label={pair.label} />
          </Link>
        </h2>
        {order.profit === null ? (
          <Badge>{t('state.cancelled')}</Badge>
        ) : (
          <ClosedProfit order={order} pair={pair} sum={sums?.profit ?? null} />
        )}
      </div>
      <p className="text-sm text-muted">{endText}</p>
      <CardFigures
        figures={[
          ...(hasOpened
            ? [
                { name: t('figure.entry'), value: price(order.open_price), rule: t('rule.entry') },
                {
                  name: t('figure.close'),
                  value: price(order.close_price),
                  rule: t('rule.closed'),
                },
                {
                  name: t('figure.fees'),
                  value: shortAmount(format, fees, code, 'ceil'),
                  rule: t('rule.fees'),
                  sum: sums?.fees ?? null,
                },
              ]
            : [{ name: t('figure.limit'), value: price(order.price) }]),
          order.closed_at === null
            ? { name: t('figure.placedAt'), value: format.dateTime(order.created_at) }
            : { name: t('figure.endedAt'), value: format.dateTime(order.closed_at) },
        ]}
      />
    </article>
  );
}

interface ClosedProfitProps extends HistoryRowProps {
  readonly sum: string | null;
}

function ClosedProfit({ order, pair: { code }, sum }: ClosedProfitProps) {
  const t = useText('lever');
  const format = useFormat();
  const profit = amountOf(order.profit);
  const lines = sum === null ? [] : [`${sum} = ${profitText(format, profit, code)}`];
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <ExplainedName
        formula={{ title: t('figure.profit'), rule: t('rule.gain'), lines }}
        className="text-xs"
      />
      <ProfitText profit={profit} code={code} className="text-sm" />
    </span>
  );
}
