/** The hook of the lines on the chart of a contract market: orders, ticket and stop-out price. */
import { useState } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { TargetField } from '../../../machines/app/lever/targets.rules.ts';
import type { DraggedTargetView } from '../../app/lever/use-dragged-target.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useText } from '../../i18n/use-text.ts';
import type { ChartLevel } from '../../ui/chart/levels.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

const TARGETS = ['takeProfit', 'stopLoss'] as const;

interface LevelsInput {
  readonly pair: LeverPair;
  readonly ticket: LeverTicketView;
  readonly portfolio: Portfolio | null;
  /** Orders whose lines are drawn. */
  readonly orders: readonly LeverOrderInfo[];
  readonly dragging: DraggedTargetView;
}

/** The same array until a level changes, because a new one is drawn. */
export function useChartLevels(input: LevelsInput): readonly ChartLevel[] {
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
  const levels: ChartLevel[] = orders.flatMap((order) => {
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
