/** The chart of a contract market with the levels of its orders and of the ticket. */
import { useState } from 'react';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { TargetField } from '../../../machines/app/lever/targets.rules.ts';
import { useDraggedTarget, type DraggedTargetView } from '../../app/lever/use-dragged-target.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import type { ChartLevel, ChartLevels } from '../../ui/chart/levels.ts';
import { PairChart } from '../parts/market/pair-chart.tsx';
import { ProfitText } from './profit-text.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** Orders whose levels are drawn, the newest ones; more would cover the candles. */
const DRAWN_MAX = 4;
const TARGETS = ['takeProfit', 'stopLoss'] as const;

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
  const dragging = useDraggedTarget(market, ticket.mark.price, orders, actions);
  const lines = useLevels({ pair, ticket, orders, portfolio, dragging });
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
      <DraggedChip pair={pair} dragging={dragging} />
    </div>
  );
}

interface LevelsInput extends Pick<LeverChartProps, 'pair' | 'ticket' | 'orders' | 'portfolio'> {
  readonly dragging: DraggedTargetView;
}

/** The same array until a level changes, because a new one is drawn. */
function useLevels(input: LevelsInput): readonly ChartLevel[] {
  const t = useText('lever');
  const { pair, ticket, orders, portfolio, dragging } = input;
  const stopOut = portfolio?.stopOuts.get(pair.market.id) ?? null;
  const { fields } = ticket;
  const level = (rest: Pick<ChartLevel, 'id' | 'price' | 'label' | 'tone'>): ChartLevel => ({
    ...rest,
    handleName: null,
  });
  const target = (owner: string, field: TargetField, price: string, what: string): ChartLevel => ({
    id: `${owner} ${field}`,
    price,
    label: t(`target.${field}`),
    tone: field === 'takeProfit' ? 'up' : 'down',
    handleName: t('level.handle', { target: t(`target.${field}`), order: what }),
  });
  const nameOf = ({ direction, lots, multiple }: LeverOrderInfo) =>
    `${t(`direction.${direction}`)} ${t('order.size', { count: lots, multiple })}`;
  const levels: ChartLevel[] = orders.slice(0, DRAWN_MAX).flatMap((order) => {
    const { id, direction, open_price: opened, price: limit } = order;
    const own: ChartLevel[] = [];
    if (opened !== null)
      own.push(level({ id, price: opened, label: t(`direction.${direction}`), tone: 'accent' }));
    else if (limit !== null)
      own.push(level({ id, price: limit, label: t('type.limit'), tone: 'faint' }));
    if (portfolio?.positions.get(id)?.isClosing === true) return own;
    for (const field of TARGETS) {
      const saved = field === 'takeProfit' ? order.take_profit : order.stop_loss;
      const { dragged } = dragging;
      const isDragged = dragged?.order.id === id && dragged.field === field;
      const price = isDragged ? dragged.price : saved;
      if (price !== null) own.push(target(id, field, price, nameOf(order)));
    }
    return own;
  });
  for (const field of TARGETS)
    if (isPrice(fields[field]))
      levels.push(target('ticket', field, fields[field], t('ticket.title')));
  if (fields.type === 'limit' && isPrice(fields.price))
    levels.push({
      ...level({
        id: 'ticket price',
        price: fields.price,
        label: t('type.limit'),
        tone: 'faint',
      }),
      handleName: t('level.handle', { target: t('figure.limit'), order: t('ticket.title') }),
    });
  if (stopOut !== null)
    levels.push(
      level({
        id: 'stop-out',
        price: formatUnits(BigInt(stopOut), pair.market.price_scale),
        label: t('figure.stopOut'),
        tone: 'warn',
      }),
    );
  const [kept, keep] = useState<readonly ChartLevel[]>(levels);
  if (areSame(kept, levels)) return kept;
  keep(levels);
  return levels;
}

const LEVEL_FIELDS = ['id', 'price', 'label', 'tone', 'handleName'] as const;

const areSame = (before: readonly ChartLevel[], after: readonly ChartLevel[]): boolean =>
  before.length === after.length &&
  before.every((level, at) => LEVEL_FIELDS.every((field) => level[field] === after[at]?.[field]));

const isPrice = (text: string): boolean => Number(text) > 0;

interface DraggedChipProps {
  readonly pair: LeverPair;
  readonly dragging: DraggedTargetView;
}

/** The moved target with the profit there, and the buttons that save or drop it. */
function DraggedChip({ pair, dragging }: DraggedChipProps) {
  const t = useText('lever');
  const format = useFormat();
  const errorText = useErrorText();
  const { dragged, save, drop } = dragging;
  if (dragged === null) return null;
  const { field, price, profit, problem, isSaving } = dragged;
  return (
    <div
      role="status"
      data-testid="dragged-target"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-line bg-raised p-2.5 text-sm"
    >
      <p className="min-w-0 flex-1">
        {t(`target.${field}`)}{' '}
        <span className="figures font-semibold">
          {format.price(price, pair.market.price_scale)}
        </span>{' '}
        {profit !== null && <ProfitText profit={amountOf(profit)} code={pair.code} />}
        {problem !== null && <span className="block text-down">{errorText(problem)}</span>}
      </p>
      <Button kind="secondary" size="small" onClick={drop}>
        {t('common:action.cancel')}
      </Button>
      <Button size="small" disabled={problem !== null} pending={isSaving} onClick={save}>
        {t('level.save')}
      </Button>
    </div>
  );
}
