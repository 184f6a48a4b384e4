/** The outcome of the last order of a ticket, announced when it changes. */
import type { MicroTicketView } from '../../app/micro/use-micro-ticket.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconChosen } from '../../ui/icons.ts';
import { OutcomeQuestion, useOutcomeTexts } from '../parts/outcome.tsx';

interface TicketResultProps {
  readonly ticket: MicroTicketView;
  /** Whether the last order was accepted. */
  readonly isAccepted: boolean;
}

export function TicketResult({ ticket, isAccepted }: TicketResultProps) {
  const t = useText('micro');
  const { status, ask, abandon } = ticket;
  const hasQuestion = useOutcomeTexts();
  return (
    <div role="status" data-testid="micro-outcome" className="text-sm">
      {(status === 'unknown' || status === 'forgotten') && (
        <div className="flex flex-col gap-2 rounded-control bg-warn-soft p-2.5 text-warn">
          <p className="font-semibold">{t('outcome.unknown')}</p>
          {hasQuestion && <OutcomeQuestion form={{ status, ask }} onAbandon={abandon} />}
        </div>
      )}
      {status === 'editing' && isAccepted && (
        <p className="flex items-start gap-2">
          <IconChosen aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />
          {t('outcome.placed')}
        </p>
      )}
    </div>
  );
}
