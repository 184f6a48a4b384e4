import type { FeedbackState } from '../../../contract/schemas/people.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';

/** Whose turn it is. */
export function TicketState({ state }: { readonly state: FeedbackState }) {
  const t = useText('feedback');
  return (
    <span data-testid="ticket-state" className="shrink-0">
      <Badge tone={state === 'replied' ? 'up' : 'warn'}>{t(`state.${state}`)}</Badge>
    </span>
  );
}
