/** The card of a pending contract order. */
import { useState, type RefObject } from 'react';
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import { useContractOrderActions } from '../../app/lever/use-contract-order-actions.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CardFigures } from './card-figures.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import { OrderCard } from './order-card.tsx';
import { TargetsSheet } from './targets-sheet.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface PendingCardProps {
  readonly order: LeverOrderInfo;
  readonly pair: LeverPair;
  /** The account at the marks. */
  readonly portfolio: Portfolio;
  readonly actions: LeverActions;
  /** Receives the focus when the focused card disappears. */
  readonly heir: RefObject<HTMLElement | null>;
}

export function PendingCard({ order, pair, portfolio, actions, heir }: PendingCardProps) {
  const t = useText('lever');
  const format = useFormat();
  const can = useContractOrderActions(order, pair.market);
  const [isAmending, setAmending] = useState(false);
  const price = (text: string | null) =>
    text === null ? '–' : format.price(text, pair.market.price_scale);
  const waits = portfolio.entryWaits.get(order.id);
  const reserve = shortAmount(format, amountOf(order.reserve), pair.code, 'ceil');
  return (
    <OrderCard
      order={order}
      label={pair.label}
      testId="pending-order"
      heir={heir}
      aside={<Badge tone="accent">{t('state.pending')}</Badge>}
    >
      <CardFigures
        figures={[
          { name: t('figure.limit'), value: price(order.price) },
          { name: t('figure.reserve'), value: reserve, rule: t('rule.reserve') },
          { name: t('target.takeProfit'), value: price(order.take_profit) },
          { name: t('target.stopLoss'), value: price(order.stop_loss) },
          { name: t('figure.placedAt'), value: format.dateTime(order.created_at) },
        ]}
      />
      {waits !== undefined && <p className="text-xs text-warn">{t(`entryWaits.${waits}`)}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        {can.canAmend && (
          <Button kind="secondary" size="small" onClick={() => setAmending(true)}>
            {t('order.targets')}
          </Button>
        )}
        {can.canCancel && (
          <Button
            kind="secondary"
            size="small"
            pending={actions.isPending(order.id)}
            onClick={() => actions.cancel(order.id)}
          >
            {t('order.cancel')}
          </Button>
        )}
      </div>
      <TargetsSheet
        isOpen={isAmending}
        onClose={() => setAmending(false)}
        order={order}
        pair={pair}
        markPrice={null}
        portfolio={portfolio}
      />
    </OrderCard>
  );
}
