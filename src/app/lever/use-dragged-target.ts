/** The hook of a target that is being moved on the chart, until it is saved or dropped. */
import { useState } from 'react';
import type { LeverMarketInfo, LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { profitOf } from '../../../contract/figures/lever-order.ts';
import { amountText } from '../../../contract/figures/lever-amount.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { termsOfOrder, ticksOf } from '../../../machines/app/lever/lever-prices.ts';
import { stopOutBeforeStop } from '../../../machines/app/lever/targets.figures.ts';
import { targetProblem, type TargetField } from '../../../machines/app/lever/targets.rules.ts';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import type { LeverActions } from './use-lever-actions.ts';
import { amendmentLimits } from './use-targets-form.ts';

interface DraggedTarget {
  readonly order: LeverOrderInfo;
  readonly field: TargetField;
  /** Decimal text. */
  readonly price: string;
  /** Profit at this price without fees, from the entry or limit price, decimal text; null off tick. */
  readonly profit: string | null;
  readonly problem: ProblemName | null;
  /** The price that stops the account out before this stop-loss, in ticks. */
  readonly stopOutBefore: number | null;
  readonly isSaving: boolean;
}

export interface DraggedTargetView {
  readonly dragged: DraggedTarget | null;
  move(order: LeverOrderInfo, field: TargetField, price: string): void;
  save(): void;
  drop(): void;
}

interface Move {
  readonly order: LeverOrderInfo;
  readonly field: TargetField;
  readonly price: string;
}

/**
 * @param markPrice the mark of the market, decimal text.
 * @param portfolio null while the account is unknown.
 * @param orders the open orders of the market; a target of an order that has ended is dropped.
 */
export function useDraggedTarget(
  market: LeverMarketInfo,
  markPrice: string | null,
  portfolio: Portfolio | null,
  orders: readonly LeverOrderInfo[],
  actions: Pick<LeverActions, 'amend' | 'isPending'>,
): DraggedTargetView {
  const [moved, setMove] = useState<Move | null>(null);
  const move = orders.some(({ id }) => id === moved?.order.id) ? moved : null;
  const drop = () => setMove(null);
  return {
    dragged:
      move === null
        ? null
        : {
            ...move,
            profit: profitAt(move, market),
            problem: targetProblem(
              move.field,
              move.price,
              market,
              amendmentLimits(move.order, market, markPrice),
            ),
            stopOutBefore:
              move.field === 'takeProfit' || portfolio === null
                ? null
                : stopOutBeforeStop(move.price, move.order, market, portfolio),
            isSaving: actions.isPending(move.order.id),
          },
    move: (order, field, price) => setMove({ order, field, price }),
    save() {
      if (move === null) return;
      const { order, field, price } = move;
      const targets = { takeProfit: order.take_profit ?? '', stopLoss: order.stop_loss ?? '' };
      actions.amend({ order, ...targets, [field]: price }, (isDone) => {
        if (isDone) drop();
      });
    },
    drop,
  };
}

function profitAt({ order, price }: Move, market: LeverMarketInfo): string | null {
  const from = ticksOf(market, order.open_price ?? order.price ?? '');
  const to = ticksOf(market, price);
  if (from === null || to === null) return null;
  return amountText(profitOf(termsOfOrder(order, market), from, to));
}
