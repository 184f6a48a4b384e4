/** The state of a ticket in words. */
import type { Feedback } from '../../../contract/feedback/feedback.ts';
import { useTicketLifecycle } from '../../app/feedback/use-feedback.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';

/** Shows which side has to write next. */
export function TicketState({ ticket }: { readonly ticket: Pick<Feedback, 'state'> }) {
  const t = useText('feedback');
  const { isAnswered } = useTicketLifecycle(ticket);
  return (
    <span data-testid="ticket-state" className="shrink-0">
      <Badge tone={isAnswered ? 'up' : 'warn'}>{t(`state.${ticket.state}`)}</Badge>
    </span>
  );
}
