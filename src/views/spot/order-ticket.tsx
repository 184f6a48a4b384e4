/** The order ticket: fields, figures, button and outcome. */
import { useId, type SyntheticEvent } from 'react';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { useIsConnected } from '../../app/core/hooks/use-is-connected.ts';
import { useOrderTicket, type OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { formatGlance } from '../../format/glance.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PercentSlider } from '../../ui/percent-slider.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { KindChoice } from './kind-choice.tsx';
import { MarketNotice } from './market-notice.tsx';
import { SideChoice } from './side-choice.tsx';
import { TicketFiguresList } from './ticket-figures.tsx';
import { TicketOutcome } from './ticket-outcome.tsx';
import { PriceField, SizeField } from './ticket-fields.tsx';

interface OrderTicketProps {
  readonly match: CurrencyMatch;
}

/** Buys or sells in one market: fields, resulting figures, button, and outcome. */
export function OrderTicket({ match }: OrderTicketProps) {
  const t = useText('spot');
  const ticket = useOrderTicket(match);
  const { fields, edit } = ticket;
  const { formRef, noteAttempt } = useFocusFirstProblem(ticket.status === 'submitting');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ticket.submit();
    noteAttempt();
  };
  return (
    <section aria-labelledby="ticket-title" className="min-w-0">
      <h2 id="ticket-title" className="sr-only">
        {t('ticket.title')}
      </h2>
      <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-2">
        <SideChoice value={fields.side} onChange={(side) => edit({ side })} />
        <KindChoice value={fields.kind} onChange={(kind) => edit({ kind })} />
        <PriceField match={match} ticket={ticket} />
        <SizeField match={match} ticket={ticket} />
        <ShareSlider match={match} ticket={ticket} />
        <TicketFiguresList match={match} ticket={ticket} />
        <MarketNotice status={match.status} />
        <SubmitButton match={match} ticket={ticket} />
      </form>
      <TicketOutcome match={match} ticket={ticket} />
    </section>
  );
}

interface PartProps {
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

function ShareSlider({ match, ticket }: PartProps) {
  const t = useText('spot');
  const format = useFormat();
  const isBuy = ticket.fields.side === 'buy';
  const code = isBuy ? match.quote_currency_code : match.base_currency_code;
  return (
    <PercentSlider
      label={t('ticket.share')}
      value={ticket.percent}
      valueText={t('ticket.shareOf', {
        percent: ticket.percent,
        available: formatGlance(format.locale, ticket.available ?? '0', code),
        currency: code,
      })}
      markLabel={(percent) => t('ticket.percent', { percent })}
      tone={isBuy ? 'up' : 'down'}
      disabled={ticket.isLocked || !ticket.canChoosePercent}
      onChange={ticket.choosePercent}
    />
  );
}

/**
 * Names its action, in the color of the side. It is disabled without a connection, because prices
 * are old then.
 */
function SubmitButton({ match, ticket }: PartProps) {
  const t = useText('spot');
  const format = useFormat();
  const { figures, basis, fields } = ticket;
  const { side } = fields;
  const quantity = basis === 'amount' || figures === null ? '' : format.amount(figures.quantity);
  const isClosed = match.status !== 'trading';
  const isConnected = useIsConnected();
  const noteId = useId();
  return (
    <>
      <Button
        type="submit"
        disabled={isClosed || !isConnected || ticket.status === 'unknown'}
        pending={ticket.status === 'submitting'}
        aria-describedby={isConnected ? undefined : noteId}
        data-testid="submit-order"
        className={classNames(
          'w-full px-2 text-canvas',
          side === 'buy' ? 'bg-up hover:bg-up' : 'bg-down hover:bg-down',
        )}
      >
        {ticket.status === 'submitting'
          ? t('ticket.submitting')
          : t(`ticket.submit.${side}`, {
              size: `${quantity} ${match.base_currency_code}`.trim(),
            })}
      </Button>
      {!isConnected && (
        <p id={noteId} className="text-sm text-warn">
          {t('ticket.noConnection')}
        </p>
      )}
    </>
  );
}
