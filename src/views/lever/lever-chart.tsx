/** The chart of a contract market with the levels of its orders and of the ticket. */
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { TargetField } from '../../../machines/app/lever/targets.rules.ts';
import { useDrawnOrders } from '../../app/lever/use-drawn-orders.ts';
import { useDraggedTarget, type DraggedTargetView } from '../../app/lever/use-dragged-target.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import type { ChartLevels } from '../../ui/chart/levels.ts';
import { PairChart } from '../parts/market/pair-chart.tsx';
import { DrawnOrders } from './drawn-orders.tsx';
import { ProfitText } from './profit-text.tsx';
import { StopOutFirst } from './stop-out-first.tsx';
import { useChartLevels } from './use-chart-levels.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface LeverChartProps {
  readonly pair: LeverPair;
  readonly ticket: LeverTicketView;
  readonly portfolio: Portfolio | null;
  /** Pending orders and positions of this market, newest first. */
  readonly orders: readonly LeverOrderInfo[];
  readonly actions: LeverActions;
}

/** A moved target is saved after a tap on the chip, which shows the profit there. */
export function LeverChart({ pair, ticket, portfolio, orders, actions }: LeverChartProps) {
  const { market, label, quote } = pair;
  const dragging = useDraggedTarget(market, ticket.mark.price, portfolio, orders, actions);
  const choice = useDrawnOrders(orders);
  const lines = useChartLevels({
    pair,
    ticket,
    orders: choice.drawn,
    portfolio,
    dragging,
  });
  const { move } = dragging;
  const { edit } = ticket;
  const levels: ChartLevels = {
    lines,
    onMove(id, price) {
      const [owner = '', field = ''] = id.split(' ');
      const order = orders.find((candidate) => candidate.id === owner);
      if (order !== undefined) move(order, field as TargetField, price);
      else edit({ [field]: price });
    },
  };
  return (
    <div className="flex flex-col gap-2">
      <PairChart
        instrument={
          market.symbol === null
            ? { kind: 'spot', id: market.currency_match_id ?? 0 }
            : { kind: 'forex', symbol: market.symbol }
        }
        label={label}
        priceScale={market.price_scale}
        quoteCode={quote}
        levels={levels}
      />
      <DrawnOrders pair={pair} orders={orders} choice={choice} />
      <DraggedChip pair={pair} dragging={dragging} />
    </div>
  );
}

interface DraggedChipProps {
  readonly pair: LeverPair;
  readonly dragging: DraggedTargetView;
}

/** The moved target with the profit there or the stop-out price that comes first, and the buttons that save or drop it. */
function DraggedChip({ pair, dragging }: DraggedChipProps) {
  const t = useText('lever');
  const format = useFormat();
  const errorText = useErrorText();
  const { dragged, save, drop } = dragging;
  if (dragged === null) return null;
  const { field, price, profit, problem, stopOutBefore, isSaving } = dragged;
  return (
    <div
      role="status"
      data-testid="dragged-target"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-raised p-2.5 text-sm"
    >
      <div className="min-w-0 flex-1">
        {t(`target.${field}`)}{' '}
        <span className="figures font-semibold">
          {format.price(price, pair.market.price_scale)}
        </span>{' '}
        {stopOutBefore !== null && <StopOutFirst pair={pair} ticks={stopOutBefore} />}
        {profit !== null && stopOutBefore === null && (
          <ProfitText profit={amountOf(profit)} code={pair.code} />
        )}
        {problem !== null && <span className="block text-down">{errorText(problem)}</span>}
      </div>
      <Button kind="secondary" size="small" onClick={drop}>
        {t('common:action.cancel')}
      </Button>
      <Button size="small" disabled={problem !== null} pending={isSaving} onClick={save}>
        {t('level.save')}
      </Button>
    </div>
  );
}
