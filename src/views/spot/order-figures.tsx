/** The figures of an order in the decimals of its market. */
import { useMemo } from 'react';
import type { Order } from '../../../contract/spot/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import type { SpotPair } from '../parts/market/pair.ts';
import { orderMarketOf, priceOf, type OrderMarket } from './order-market.ts';

/**
 * Returns a function for the market of an order; the same one until the list of markets changes.
 */
export function useOrderMarkets(pairs: readonly SpotPair[]): (order: Order) => OrderMarket {
  return useMemo(() => {
    const markets = new Map<number, OrderMarket>(
      pairs.map(({ match }) => [match.id, orderMarketOf(match)]),
    );
    return ({ currency_match_id: id }) =>
      markets.get(id) ?? {
        label: `#${id}`,
        base: '',
        quote: '',
        priceScale: null,
        status: 'trading',
      };
  }, [pairs]);
}

interface OrderTitleProps {
  readonly order: Order;
  readonly market: OrderMarket;
}

/** Shows `Buy BTC/USDT` and the kind of order. */
export function OrderTitle({ order, market }: OrderTitleProps) {
  const t = useText('spot');
  return (
    <>
      <span className={classNames('font-semibold', order.side === 'buy' ? 'text-up' : 'text-down')}>
        {t(`side.${order.side}`)}
      </span>{' '}
      <span className="font-semibold">{market.label}</span>{' '}
      <span className="text-xs text-faint">{t(`kind.${order.type}`)}</span>
    </>
  );
}

/** Returns price, executed of ordered, and average price, as pairs of name and value. */
export function useOrderFigures(order: Order, market: OrderMarket) {
  const t = useText('spot');
  const format = useFormat();
  const value = (text: string, code: string) => `${format.amount(text)} ${code}`;
  const price = (text: string) => `${priceOf(format, text, market)} ${market.quote}`;
  const [executed, ordered, code] =
    order.quantity === null
      ? [order.executed_amount, order.amount ?? '0', market.quote]
      : [order.executed_quantity, order.quantity, market.base];
  return [
    {
      name: t('order.price'),
      value: order.price === null ? t('ticket.marketPrice') : price(order.price),
    },
    {
      name: t('order.executed'),
      value: `${format.amount(executed)} / ${value(ordered, code)}`,
    },
    {
      name: t('order.average'),
      value: order.average_price === null ? '–' : price(order.average_price),
    },
  ];
}
