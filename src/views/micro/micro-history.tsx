/** The fast contracts that ended, with a filter by outcome. */
import { useState } from 'react';
import type { EndedMicroOrder, OutcomeFilter } from '../../../machines/app/micro/ended-orders.ts';
import { parseUnits, SCALE_MAX } from '../../../contract/money/decimal.ts';
import { useMicroHistory } from '../../app/micro/use-micro-orders.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { ChipChoice } from '../parts/choice-row.tsx';
import { profitText } from '../parts/lever/lever-text.ts';
import { PagedList } from '../parts/paged-list.tsx';
import { OrderTitle } from './order-title.tsx';

interface MicroHistoryProps {
  readonly onShow: (ended: EndedMicroOrder) => void;
}

export function MicroHistory({ onShow }: MicroHistoryProps) {
  const t = useText('micro');
  const [filter, setFilter] = useState<OutcomeFilter>('all');
  const history = useMicroHistory(filter);
  return (
    <div className="flex flex-col gap-2 pt-2">
      <ChipChoice
        label={t('history.filter')}
        value={filter}
        disabled={false}
        onChange={setFilter}
        options={[
          { value: 'all', text: t('history.all') },
          { value: 'won', text: t('verify.outcome.won') },
          { value: 'lost', text: t('verify.outcome.lost') },
          { value: 'returned', text: t('history.returned') },
        ]}
      />
      <PagedList
        list={history}
        entries={history.orders}
        label={t('history.title')}
        loadingLabel={t('history.loading')}
        empty={
          filter === 'all' ? (
            <EmptyState title={t('history.empty')} hint={t('history.emptyHint')} />
          ) : (
            <EmptyState title={t('history.noMatch')} />
          )
        }
        keyOf={({ order }) => order.id}
      >
        {(ended) => <HistoryRow ended={ended} onShow={onShow} />}
      </PagedList>
    </div>
  );
}

interface HistoryRowProps extends MicroHistoryProps {
  readonly ended: EndedMicroOrder;
}

function HistoryRow({ ended, onShow }: HistoryRowProps) {
  const t = useText('micro');
  const format = useFormat();
  const { order, outcome } = ended;
  const { stake, payout, settled_at: settledAt, currency_code: code } = order;
  const unitsOf = (text: string | null) => parseUnits(text ?? '0', SCALE_MAX) ?? 0n;
  const profit = unitsOf(payout) - unitsOf(stake);
  return (
    <button
      type="button"
      data-testid="micro-history-row"
      aria-haspopup="dialog"
      onClick={() => onShow(ended)}
      className="flex w-full flex-wrap items-start justify-between gap-x-3 gap-y-1 border-b border-line py-3 text-start text-sm -outline-offset-2 hover:bg-tint"
    >
      <span className="min-w-0">
        <OrderTitle order={order} />
        <span className="block text-xs text-muted">
          {settledAt !== null && format.dateTime(settledAt)}
        </span>
      </span>
      <span className="text-end">
        <span className="block">{t(`verify.outcome.${outcome}`)}</span>
        <span
          className={
            profit === 0n
              ? 'figures text-muted'
              : profit > 0n
                ? 'figures text-up'
                : 'figures text-down'
          }
        >
          {profitText(format, profit, code)}
        </span>
      </span>
    </button>
  );
}
