/** The table of an order's fills with their fees. */
import type { OrderDetail } from '../../../contract/spot/spot.ts';
import { formatCost, formatShortened, glanceScale } from '../../format/glance.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { priceOf, type OrderMarket } from './order-market.ts';

interface FillsTableProps {
  readonly order: OrderDetail;
  readonly market: OrderMarket;
}

const CELL = 'ps-2 text-end md:ps-3';
/** A figure is never wrapped; the table scrolls instead. */
const NUMBER = `${CELL} whitespace-nowrap`;

/** Each trade of the order with its fee. Nothing before the first one, which the timeline says. */
export function FillsTable({ order, market }: FillsTableProps) {
  const t = useText('spot');
  const format = useFormat();
  if (order.fills.length === 0) return null;
  const head = [
    t('fills.time'),
    t('fills.price', { currency: market.quote }),
    t('fills.quantity', { currency: market.base }),
    t('fills.fee', { currency: order.fee_currency_code }),
    t('fills.role'),
  ];
  return (
    <section aria-labelledby="fills-title" className="rounded-card bg-surface p-4">
      <h2 id="fills-title" className="pb-2 font-semibold">
        {t('fills.title')}
      </h2>
      {order.fills_omitted > 0 && (
        <p data-testid="fills-omitted" className="pb-2 text-sm text-muted">
          {t('fills.omitted', { count: order.fills_omitted })}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it sideways */}
      <div role="group" tabIndex={0} aria-labelledby="fills-title" className="overflow-x-auto">
        <table className="figures w-full border-collapse text-xs">
          <thead>
            <tr className="text-faint">
              {head.map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 font-normal ${index === 0 ? 'text-start' : CELL}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.fills.map((fill) => (
              <tr key={fill.deal_id} data-testid="fill" className="h-8 border-t border-line">
                <td>{format.clock(fill.time)}</td>
                <td className={NUMBER}>{priceOf(format, fill.price, market)}</td>
                <td className={NUMBER}>{format.amount(fill.quantity)}</td>
                <td className={NUMBER}>
                  <Fee amount={fill.fee} code={order.fee_currency_code} />
                </td>
                <td className={NUMBER}>{t(`role.${fill.role}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface FeeProps {
  readonly amount: string;
  readonly code: string;
}

/** Rounded up on screen, so that no fee is shown too low; exact for screen readers. */
function Fee({ amount, code }: FeeProps) {
  const { locale } = useFormat();
  const scale = glanceScale(amount, code);
  return (
    <>
      <span aria-hidden>{formatShortened(locale, amount, { code, scale, rounding: 'ceil' })}</span>
      <span className="sr-only">{formatCost(locale, amount)}</span>
    </>
  );
}
