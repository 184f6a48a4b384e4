/** The sheet that explains total, fee and proceeds with their formulas. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { TicketFigures } from '../../../machines/app/spot/order-ticket.figures.ts';
import type { OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { formatShortened } from '../../format/glance.ts';
import { DECIMALS_MAX } from '../../format/number.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { priceText } from './market-prices.ts';
import { ticketScales } from './ticket-scales.ts';

interface ExplanationSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

/** The computation of total, fee and proceeds of the ticket, with its input figures. */
export function ExplanationSheet({ isOpen, onClose, match, ticket }: ExplanationSheetProps) {
  const t = useText('spot');
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('explain.title')} isText>
      <div className="flex flex-col gap-4 px-5 pb-6">
        <Formulas match={match} ticket={ticket} />
        <Rules match={match} />
      </div>
    </Sheet>
  );
}

type PartProps = Pick<ExplanationSheetProps, 'match' | 'ticket'>;

function Formulas({ match, ticket }: PartProps) {
  const t = useText('spot');
  const format = useFormat();
  const { figures, fields } = ticket;
  if (figures === null || figures.price === null) {
    return <p className="text-muted">{t('explain.nothing')}</p>;
  }
  const { base_currency_code: base, quote_currency_code: quote } = match;
  const isBuy = fields.side === 'buy';
  const gross = isBuy ? figures.quantity : figures.total;
  const got = isBuy ? base : quote;
  // The same scales and rounding as on the ticket.
  const scales = ticketScales(figures, { side: fields.side, base, quote });
  const number = (text: string, code: string) => `${format.amount(text)} ${code}`;
  const short = (text: string, code: string, scale: number, rounding: 'floor' | 'ceil') =>
    `${formatShortened(format.locale, text, { code, scale, rounding })} ${code}`;
  const price = `${priceText(format, figures.price, match.price_scale)} ${quote}`;
  const total = short(figures.total, quote, scales.total, isBuy ? 'ceil' : 'floor');
  const fee = short(figures.fee, got, scales.proceeds, 'ceil');
  const received = short(figures.received, got, scales.proceeds, 'floor');
  // The price of a limit order is exact; that of several levels is their rounded average.
  const sign = figures.isEstimate || isCut(figures) ? '≈' : '=';
  const lines = [
    {
      name: t('ticket.total'),
      rule: t('explain.totalRule'),
      sum: `${price} × ${number(figures.quantity, base)} ${sign} ${total}`,
    },
    {
      name: t('ticket.fee'),
      rule: t('explain.feeRule'),
      sum: `${number(gross, got)} × ${format.rate(figures.feePpm)} ${sign} ${fee}`,
    },
    {
      name: t('ticket.received'),
      rule: t('explain.receivedRule'),
      sum: `${number(gross, got)} − ${fee} ${sign} ${received}`,
    },
  ];
  return (
    <>
      <dl className="flex flex-col gap-3">
        {lines.map(({ name, rule, sum }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-sm text-muted">{rule}</dd>
            <dd className="figures pt-0.5 wrap-anywhere">{sum}</dd>
          </div>
        ))}
      </dl>
      {figures.isEstimate && <p className="text-sm text-muted">{t('explain.estimate')}</p>}
    </>
  );
}

/** Returns whether a figure has more decimals than are shown. */
const isCut = ({ total, fee, received }: TicketFigures): boolean =>
  [total, fee, received].some((text) => (text.split('.')[1] ?? '').length > DECIMALS_MAX);

function Rules({ match }: Pick<PartProps, 'match'>) {
  const t = useText('spot');
  const format = useFormat();
  return (
    <ul className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm text-muted">
      <li>
        {t('explain.rates', {
          maker: format.rate(match.maker_fee_ppm),
          taker: format.rate(match.taker_fee_ppm),
        })}
      </li>
      <li>
        {t('explain.least', {
          least: format.amount(match.min_notional),
          currency: match.quote_currency_code,
        })}
      </li>
      <li>{t('explain.band', { band: format.rate(match.price_band_ppm) })}</li>
    </ul>
  );
}
