import { useState, type ReactNode } from 'react';
import type { CurrencyMatch } from '../../../contract/schemas/market.ts';
import type { OrderTicketView } from '../../app/hooks/use-order-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconAbout } from '../../ui/icons.ts';
import { ExplanationSheet } from './explanation-sheet.tsx';

interface TicketFiguresListProps {
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

const NOTHING = '–';

/** What is available, what the order comes to, and its fee; a tap opens how each is worked out. */
export function TicketFiguresList({ match, ticket }: TicketFiguresListProps) {
  const t = useText('trade');
  const format = useFormat();
  const [isExplained, setExplained] = useState(false);
  const { figures, fields, available } = ticket;
  const isBuy = fields.side === 'buy';
  const { base_currency_code: base, quote_currency_code: quote } = match;
  const [spent, got] = isBuy ? [quote, base] : [base, quote];
  const about = figures?.isEstimate === true ? '≈ ' : '';
  const amount = (text: string | undefined, code: string) =>
    text === undefined ? NOTHING : `${about}${format.exact(text)} ${code}`;
  return (
    <>
      <dl className="flex flex-col gap-1 text-xs">
        <Row name={t('ticket.available')}>
          {available === null ? NOTHING : `${format.exact(available)} ${spent}`}
        </Row>
        {/* A market order by quantity is worth what the book says; by amount it gets what it says. */}
        <Row name={t('ticket.total')}>{amount(figures?.total, quote)}</Row>
        <Row name={t('ticket.fee')}>{amount(figures?.fee, got)}</Row>
        <Row name={t('ticket.received')}>{amount(figures?.received, got)}</Row>
      </dl>
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

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-2">
      <dt className="text-faint">{name}</dt>
      <dd className="figures ms-auto text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
