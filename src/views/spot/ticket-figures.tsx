/** The figures of the order ticket: available, total and fee. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { formatShortened, formatUnshortened, glanceScale } from '../../format/glance.ts';
import { DECIMALS_MAX } from '../../format/number.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconAbout } from '../../ui/icons.ts';
import { FIGURE } from '../../ui/figure-style.ts';
import { WholeOnTap } from '../../ui/whole-on-tap.tsx';
import { ExplanationSheet } from './explanation-sheet.tsx';
import { ticketScales } from './ticket-scales.ts';

interface TicketFiguresListProps {
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

const NOTHING = '–';

/**
 * The available balance, the total of the order, and its fee; a tap opens the computation of each.
 */
export function TicketFiguresList({ match, ticket }: TicketFiguresListProps) {
  const t = useText('spot');
  const [isExplained, setExplained] = useState(false);
  const { figures, fields, available } = ticket;
  const isBuy = fields.side === 'buy';
  const { base_currency_code: base, quote_currency_code: quote } = match;
  const [spent, got] = isBuy ? [quote, base] : [base, quote];
  const scales = figures && ticketScales(figures, { side: fields.side, base, quote });
  // The total of a market order by quantity is estimated from the order book; by amount it is
  // exact.
  const about = figures?.isEstimate === true ? '≈ ' : '';
  const total = { about, code: quote, scale: scales?.total };
  const proceeds = { about, code: got, scale: scales?.proceeds };
  return (
    <>
      <dl className="flex flex-col gap-1 text-xs">
        <Row
          name={t('ticket.available')}
          amount={available}
          code={spent}
          scale={glanceScale(available ?? '0', spent)}
          rounding="floor"
        />
        <Row
          {...total}
          name={t('ticket.total')}
          amount={figures?.total}
          rounding={isBuy ? 'ceil' : 'floor'}
        />
        <Row {...proceeds} name={t('ticket.fee')} amount={figures?.fee} rounding="ceil" />
        <Row
          {...proceeds}
          name={t('ticket.received')}
          amount={figures?.received}
          rounding="floor"
        />
      </dl>
      {isFundless(ticket) && (
        <Link
          to={`/recharge?coin=${spent}`}
          className="touch-target self-start text-xs font-medium text-accent underline underline-offset-4"
        >
          {t('ticket.addFunds', { currency: spent })}
        </Link>
      )}
      {figures?.isShort === true && <p className="text-xs text-warn">{t('ticket.shortBook')}</p>}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isExplained}
        onClick={() => setExplained(true)}
        className="touch-target flex min-h-6 items-center gap-1 self-start rounded-tag text-xs font-medium text-accent"
      >
        <IconAbout aria-hidden className="size-3.5" />
        {t('explain.open')}
      </button>
      <ExplanationSheet
        isOpen={isExplained}
        onClose={() => setExplained(false)}
        match={match}
        ticket={ticket}
      />
    </>
  );
}

/** Returns whether the balance is empty or too small. */
const isFundless = ({ available, problems }: OrderTicketView): boolean =>
  available === '0' || problems.some(({ error }) => error === 'insufficient_balance');

interface RowProps {
  readonly name: string;
  /** Decimal text; empty while unknown. */
  readonly amount: string | null | undefined;
  readonly code: string;
  /** Prefix of an estimated amount. */
  readonly about?: string;
  /** Maximum number of decimals. */
  readonly scale?: number | undefined;
  /** ceil: amounts that a user pays; floor: amounts that a user has or receives. */
  readonly rounding: 'floor' | 'ceil';
}

/** Short enough for one line, so that the button below does not move; a tap shows every digit. */
function Row({ name, amount, code, about = '', scale = DECIMALS_MAX, rounding }: RowProps) {
  const isKnown = amount !== null && amount !== undefined;
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-faint">{name}</dt>
      <dd className="ms-auto min-w-0 text-end">
        {isKnown ? <RowFigure {...{ amount, code, about, scale, rounding }} /> : NOTHING}
      </dd>
    </div>
  );
}

function RowFigure({
  amount,
  code,
  about,
  scale,
  rounding,
}: Required<Pick<RowProps, 'code' | 'about' | 'rounding'>> & {
  readonly amount: string;
  readonly scale: number;
}) {
  const { locale } = useFormat();
  const shortened = { code, scale, rounding };
  return (
    <WholeOnTap
      short={`${about}${formatShortened(locale, amount, shortened)} ${code}`}
      whole={`${about}${formatUnshortened(locale, amount, shortened)} ${code}`}
      className={FIGURE}
    />
  );
}
