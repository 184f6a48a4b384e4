/** The terms and amounts of one contract order with their formulas. */
import { amountOf } from '../../../contract/figures/lever-amount.ts';
import type { LeverOrderDetail } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { shortAmount } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';
import { CardFigures } from './card-figures.tsx';
import { markOf } from './mark-of-step.ts';
import { useOrderSums } from './use-order-sums.ts';

interface OrderTermsProps {
  readonly order: LeverOrderDetail;
  readonly pair: LeverPair;
}

export function OrderTerms({ order, pair }: OrderTermsProps) {
  const t = useText('lever');
  const format = useFormat();
  const { market, code } = pair;
  const nights = amountOf(order.overnight_fee);
  const sums = useOrderSums(order, pair, { price: order.close_price ?? '', nights });
  const price = (text: string | null) =>
    text === null ? '–' : format.price(text, market.price_scale);
  const cost = (text: string | null) =>
    text === null ? '–' : shortAmount(format, amountOf(text), code, 'ceil');
  const explained = (
    name: 'margin' | 'fee' | 'night' | 'nights',
    text: string | null,
    isKnown = true,
  ) => ({
    name: t(`figure.${name}`),
    value: cost(text),
    rule: t(`rule.${name}`),
    sum: isKnown ? (sums?.[name] ?? null) : null,
  });
  const { mark: opened = null } = markOf(order, 'opened') ?? {};
  const sign = order.direction === 'long' ? '+' : '−';
  const asked =
    order.type === 'limit'
      ? { name: t('figure.limit'), value: price(order.price) }
      : { name: t('figure.worst'), value: price(order.worst_price), rule: t('rule.worst') };
  return (
    <div className="@container">
      <CardFigures
        figures={[
          { name: t('figure.type'), value: t(`type.${order.type}`) },
          asked,
          {
            name: t('figure.entry'),
            value: price(order.open_price),
            rule: t('rule.entry'),
            sum:
              opened === null
                ? null
                : `${price(opened)} × (1 ${sign} ${format.rate(order.spread_ppm)})`,
          },
          { name: t('figure.close'), value: price(order.close_price), rule: t('rule.closed') },
          explained('margin', order.margin),
          explained('fee', order.fee),
          explained('night', order.night_fee),
          explained('nights', order.overnight_fee, order.overnight_fee !== null),
          { name: t('target.takeProfit'), value: price(order.take_profit) },
          { name: t('target.stopLoss'), value: price(order.stop_loss) },
          { name: t('figure.spreadRate'), value: format.rate(order.spread_ppm) },
          { name: t('figure.id'), value: order.id },
        ]}
      />
    </div>
  );
}
