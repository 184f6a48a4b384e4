/** The outcome of the last sent order, announced when it changes. */
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import type { OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { useOrder } from '../../app/spot/use-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconChosen, IconPending, IconProblem } from '../../ui/icons.ts';
import { useIsOnline } from '../../ui/use-online.ts';
import { orderMarketOf } from './order-market.ts';
import { useOrderWords } from './order-words.ts';
import { useProblemText } from './use-problem-text.ts';

interface TicketOutcomeProps {
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

/** The outcome of the last order: announced, and scrolled into view, when it changes. */
export function TicketOutcome({ match, ticket }: TicketOutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  const { status } = ticket;
  useEffect(() => {
    if (status !== 'editing') box.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  return (
    <div
      ref={box}
      role="status"
      data-testid="ticket-outcome"
      data-status={status}
      className="pt-2 text-sm empty:pt-0"
    >
      <Outcome match={match} ticket={ticket} />
    </div>
  );
}

function Outcome({ match, ticket }: TicketOutcomeProps) {
  const t = useText('spot');
  const problem = useProblemText(match, ticket)(null);
  switch (ticket.status) {
    case 'submitting':
      return (
        <p className="flex gap-2 text-muted">
          <IconPending aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" />
          {t('outcome.submitting')}
        </p>
      );
    case 'unknown':
      return <UnknownOutcome ticket={ticket} />;
    case 'accepted':
      return ticket.placed && <PlacedOrder placed={ticket.placed} match={match} />;
    case 'outdated':
      return <OutdatedOutcome />;
    case 'notPlaced':
      return (
        <p className="rounded-control bg-warn-soft p-2.5 text-warn">{t('outcome.notPlaced')}</p>
      );
    case 'editing':
    case 'refused':
      return (
        problem !== undefined && (
          <p className="flex gap-2 text-down">
            <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )
      );
  }
}

/** No reply came: the outcome is queried, and nothing is sent again. */
function UnknownOutcome({ ticket }: Pick<TicketOutcomeProps, 'ticket'>) {
  const t = useText('spot');
  const isOnline = useIsOnline();
  const hintId = useId();
  return (
    <div className="flex flex-col gap-2 rounded-control bg-warn-soft p-2.5 text-warn">
      <p className="font-semibold">{t('outcome.unknown')}</p>
      <p id={hintId}>{t(isOnline ? 'outcome.unknownHint' : 'outcome.unknownOffline')}</p>
      <div className="flex flex-wrap gap-2 *:flex-auto">
        <Button
          kind="secondary"
          size="small"
          disabled={!isOnline}
          aria-describedby={hintId}
          onClick={ticket.ask}
        >
          {t('outcome.askAgain')}
        </Button>
        <Button kind="quiet" size="small" onClick={ticket.abandon}>
          {t('outcome.giveUp')}
        </Button>
      </div>
    </div>
  );
}

/** The key is no longer kept, so only the history shows the outcome. */
function OutdatedOutcome() {
  const t = useText('spot');
  return (
    <p className="rounded-control bg-warn-soft p-2.5 text-warn">
      {t('outcome.outdated')}{' '}
      <Link
        to="/trade?view=history"
        className="touch-target font-semibold underline underline-offset-4"
      >
        {t('history.open')}
      </Link>
    </p>
  );
}

interface PlacedOrderProps {
  readonly placed: Order;
  readonly match: CurrencyMatch;
}

/** The live order, because it may be executed while it is on screen. */
function PlacedOrder({ placed, match }: PlacedOrderProps) {
  const t = useText('spot');
  const { data } = useOrder(placed.id);
  const { summary } = useOrderWords(data ?? placed, orderMarketOf(match));
  return (
    <div className="flex items-start gap-2">
      <IconChosen aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />
      <p className="min-w-0 flex-1">
        {summary}{' '}
        <Link
          to={`/trade-detail?id=${placed.id}`}
          className="touch-target font-semibold text-accent underline underline-offset-4"
        >
          {t('outcome.details')}
        </Link>
      </p>
    </div>
  );
}
