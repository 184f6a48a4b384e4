/** The outcome of the last contract order, announced when it changes. */
import { Link } from 'react-router-dom';
import { LEVER_LIMITS } from '../../../contract/figures/lever-limits.ts';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconChosen, IconProblem } from '../../ui/icons.ts';
import { OutcomeQuestion, useOutcomeTexts } from '../parts/outcome.tsx';
import { leverOrderPath } from './lever-address.ts';
import { useEndText } from './use-end-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** A market order waits so long for sources that agree. */
const PATIENCE_S = LEVER_LIMITS.agreementPatienceMs / SECOND_MS;

interface TicketOutcomeProps {
  readonly pair: LeverPair;
  readonly ticket: LeverTicketView;
}

export function TicketOutcome({ pair, ticket }: TicketOutcomeProps) {
  const { status, placed } = ticket;
  const hasQuestion = useOutcomeTexts();
  return (
    <div role="status" data-testid="lever-outcome" className="text-sm">
      {(status === 'unknown' || status === 'forgotten') && (
        <UnknownOrder ticket={ticket} hasQuestion={hasQuestion} />
      )}
      {status === 'editing' && placed !== null && <PlacedOrder order={placed} pair={pair} />}
    </div>
  );
}

/** No reply came: the outcome is queried, and nothing is sent again. */
function UnknownOrder({
  ticket,
  hasQuestion,
}: Pick<TicketOutcomeProps, 'ticket'> & { readonly hasQuestion: boolean }) {
  const t = useText('lever');
  const { status, ask, abandon } = ticket;
  return (
    <div className="flex flex-col gap-2 rounded-control bg-warn-soft p-2.5 text-warn">
      <p className="font-semibold">{t('outcome.unknown')}</p>
      {hasQuestion && <OutcomeQuestion form={{ status, ask }} onAbandon={abandon} />}
    </div>
  );
}

interface PlacedOrderProps {
  readonly order: LeverOrderInfo;
  readonly pair: LeverPair;
}

/** State of the order until now. */
function PlacedOrder({ order, pair }: PlacedOrderProps) {
  const t = useText('lever');
  const format = useFormat();
  const endText = useEndText(order);
  const isOpen = order.open_price !== null;
  const hasLapsed = order.cancel_reason !== null;
  const price = order.open_price ?? order.price;
  const openText =
    price === null
      ? t('outcome.waits', { seconds: PATIENCE_S })
      : t(isOpen ? 'outcome.opened' : 'outcome.pending', {
          price: format.price(price, pair.market.price_scale),
        });
  return (
    <div className="flex items-start gap-2">
      {hasLapsed ? (
        <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      ) : (
        <IconChosen aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />
      )}
      <p className="min-w-0 flex-1">
        {hasLapsed ? `${t('outcome.lapsed')} ${endText}` : openText}{' '}
        <Link
          to={leverOrderPath(order.id)}
          className="touch-target font-semibold text-accent underline underline-offset-4"
        >
          {t('outcome.details')}
        </Link>
      </p>
    </div>
  );
}
