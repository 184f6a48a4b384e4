/** The outcome of the last order of a ticket, announced when it changes. */
import type { MicroTicketView } from '../../app/micro/use-micro-ticket.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconChosen } from '../../ui/icons.ts';
import { OutcomeQuestion, useOutcomeTexts } from '../parts/outcome.tsx';

/** opening: the last accepted order waits for its opening price. placed: it does not anymore. Null: there is none. */
export type AcceptedPhase = 'opening' | 'placed' | null;

interface TicketResultProps {
  readonly ticket: MicroTicketView;
  readonly accepted: AcceptedPhase;
}

export function TicketResult({ ticket, accepted }: TicketResultProps) {
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
      {status === 'editing' && accepted !== null && (
        <p className="flex items-start gap-2">
          <IconChosen aria-hidden className="mt-0.5 size-4 shrink-0 text-up" />
          <span>
            {t('outcome.placed')}
            {accepted === 'opening' && ` ${t('outcome.opening')}`}
          </span>
        </p>
      )}
    </div>
  );
}
