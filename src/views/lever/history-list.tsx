/** The closed positions and cancelled orders of contracts. */
import { Link } from 'react-router-dom';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useLeverHistory } from '../../app/lever/use-lever-history.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { CardFigures } from './card-figures.tsx';
import { DirectionText } from './direction-text.tsx';
import { leverOrderPath } from './lever-address.ts';
import { shortAmount } from '../parts/lever/lever-text.ts';
import { ProfitText } from './profit-text.tsx';
import { useEndText } from './use-end-text.ts';
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
          action={
            <Link to="/lever" className={buttonStyle('primary', 'small')}>
              {t('page.title')}
            </Link>
          }
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

function HistoryRow({ order, pair }: HistoryRowProps) {
  const t = useText('lever');
  const format = useFormat();
  const { market, code } = pair;
  const price = (text: string | null) =>
    text === null ? '–' : format.price(text, market.price_scale);
  const endText = useEndText(order);
  const endedAt = order.closed_at ?? order.created_at;
  return (
    <Link
      to={leverOrderPath(order.id)}
      data-testid="lever-history-row"
      className="@container flex flex-col gap-2 border-b border-line py-3 -outline-offset-2 hover:bg-raised"
    >
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="text-sm">
          <DirectionText order={order} label={pair.label} />
        </span>
        {order.profit === null ? (
          <Badge>{t('state.cancelled')}</Badge>
        ) : (
          <ProfitText profit={amountOf(order.profit)} code={code} className="text-sm" />
        )}
      </span>
      <CardFigures
        figures={[
          { name: t('figure.end'), value: endText },
          { name: t('figure.entry'), value: price(order.open_price) },
          { name: t('figure.close'), value: price(order.close_price) },
          {
            name: t('figure.fees'),
            value: shortAmount(
              format,
              amountOf(order.fee) + amountOf(order.overnight_fee),
              code,
              'ceil',
            ),
          },
          { name: t('figure.endedAt'), value: format.dateTime(endedAt) },
        ]}
      />
    </Link>
  );
}
