/** The card of an open contract position. */
import { useState, type RefObject } from 'react';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { Portfolio, PositionValue } from '../../../machines/app/lever/lever-portfolio.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import { useServerSecondsLeft } from '../../app/core/hooks/use-server-seconds-left.ts';
import { useContractOrderActions } from '../../app/lever/use-contract-order-actions.ts';
import { clockText } from '../../format/clock-text.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CardFigures } from './card-figures.tsx';
import { ExplainedName } from './explained-name.tsx';
import { profitText, shortAmount, ticksText } from '../parts/lever/lever-text.ts';
import { OrderCard } from './order-card.tsx';
import { ProfitText } from './profit-text.tsx';
import { TargetsSheet } from './targets-sheet.tsx';
import { usePositionSums } from './use-position-sums.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface PositionCardProps {
  readonly value: PositionValue;
  readonly pair: LeverPair;
  /** The account at the marks. */
  readonly portfolio: Portfolio;
  readonly actions: LeverActions;
  /** Receives the focus when the focused card disappears. */
  readonly heir: RefObject<HTMLElement | null>;
}

/** Profit and figures at the live mark, and the actions that the position allows now. */
export function PositionCard(props: PositionCardProps) {
  const { value, pair, actions, heir } = props;
  const t = useText('lever');
  const format = useFormat();
  const { order, market, profit, profitBp, isClosing } = value;
  const { ends_at: endsAt } = market;
  const { own } = usePositionSums(value, pair, props.portfolio);
  return (
    <OrderCard
      order={order}
      label={pair.label}
      testId="position"
      heir={heir}
      aside={
        <>
          {isClosing && <Badge tone="warn">{t('state.closing')}</Badge>}
          <ExplainedName
            formula={{
              title: t('figure.profit'),
              rule: t('rule.profit'),
              lines:
                own === null ? [] : [`${own.profit} = ${profitText(format, profit, pair.code)}`],
            }}
            className="text-xs"
          />
          <ProfitText profit={profit} bp={profitBp} code={pair.code} className="text-sm" />
        </>
      }
    >
      <PositionFigures {...props} />
      {endsAt !== null && (
        <p className="text-xs text-warn">{t('notice.ends', { time: format.dateTime(endsAt) })}</p>
      )}
      <Waits value={value} />
      <PositionActions value={value} pair={pair} portfolio={props.portfolio} actions={actions} />
    </OrderCard>
  );
}

/** Reason why a close or a reached take-profit waits. */
function Waits({ value }: Pick<PositionCardProps, 'value'>) {
  const t = useText('lever');
  const { closeWaits, takeProfitWaits } = value;
  if (closeWaits !== null)
    return <p className="text-xs text-warn">{t(`closeWaits.${closeWaits}`)}</p>;
  if (takeProfitWaits === null) return null;
  return <p className="text-xs text-warn">{t(`takeProfitWaits.${takeProfitWaits}`)}</p>;
}

function PositionFigures({ value, pair, portfolio }: PositionCardProps) {
  const t = useText('lever');
  const format = useFormat();
  const { order, market, openTicks, markTicks, margin, nights, nextNight, isClosing } = value;
  // A waiting close has no take-profit. The stop-loss counts until the close if the owner asked for it.
  const stopLoss = isClosing && order.close_reason !== 'owner' ? null : order.stop_loss;
  const price = (ticks: number) => ticksText(format, ticks, market.price_scale);
  const sums = usePositionSums(value, pair, portfolio);
  const stopOutTicks = portfolio.stopOuts.get(market.id) ?? null;
  const ratio = portfolio.ratioBp === null ? '–' : format.ratio(portfolio.ratioBp);
  const target = (text: string | null) =>
    text === null ? '–' : format.price(text, market.price_scale);
  const cost = (amount: bigint) => shortAmount(format, amount, pair.code, 'ceil');
  const nextIn = clockText(useServerSecondsLeft(nextNight.atMs));
  return (
    <CardFigures
      figures={[
        { name: t('figure.entry'), value: price(openTicks), rule: t('rule.entry') },
        { name: t('figure.mark'), value: price(markTicks), rule: t('rule.mark') },
        {
          name: t('figure.stopOut'),
          value: stopOutTicks === null ? t('figure.none') : price(stopOutTicks),
          rule: t('rule.stopOutAfter'),
          sum: sums.stopOut,
        },
        {
          name: t('figure.margin'),
          value: cost(margin),
          rule: t('rule.margin'),
          sum: sums.own?.margin ?? null,
        },
        { name: t('target.takeProfit'), value: target(isClosing ? null : order.take_profit) },
        { name: t('target.stopLoss'), value: target(stopLoss) },
        {
          name: t('figure.nights'),
          value: cost(nights),
          rule: t('rule.nights'),
          sum: sums.own?.nights ?? null,
        },
        {
          name: t('figure.nextNight'),
          value: t('order.nextNight', { amount: cost(nextNight.fee), time: nextIn }),
          rule: t('rule.night'),
        },
        {
          name: t('figure.ratio'),
          value: ratio,
          rule: t('rule.ratioAfter'),
          sum: sums.ratio,
        },
        {
          name: t('figure.openedAt'),
          value: order.opened_at === null ? '–' : format.dateTime(order.opened_at),
        },
      ]}
    />
  );
}

/** Close, targets, or keeping a position that waits for a price. */
export function PositionActions({
  value: { order, market, markTicks },
  pair,
  portfolio,
  actions,
}: Omit<PositionCardProps, 'heir'>) {
  const t = useText('lever');
  const can = useContractOrderActions(order, market);
  const [isAmending, setAmending] = useState(false);
  const isPending = actions.isPending(order.id);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {can.canAmend && (
        <Button kind="secondary" size="small" onClick={() => setAmending(true)}>
          {t('order.targets')}
        </Button>
      )}
      {can.canWithdrawClose && (
        <Button
          kind="secondary"
          size="small"
          pending={isPending}
          onClick={() => actions.keep(order.id)}
        >
          {t('order.keep')}
        </Button>
      )}
      {can.canClose && (
        <Button
          kind="danger"
          size="small"
          pending={isPending}
          data-testid="close-position"
          onClick={() => actions.close(order.id)}
        >
          {t('order.close')}
        </Button>
      )}
      <TargetsSheet
        isOpen={isAmending}
        onClose={() => setAmending(false)}
        order={order}
        pair={pair}
        markPrice={formatUnits(BigInt(markTicks), market.price_scale)}
        portfolio={portfolio}
      />
    </div>
  );
}
