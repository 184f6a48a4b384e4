/** The events of a record: allowed ones with their role, others with the reason of refusal. */
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import type { ExplainedEvent, Verdict } from '../../../../machines/domain/explain/explain.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useEventText } from './use-event-text.ts';
import { useRefusalText } from './use-refusal-text.ts';
import { useRoleText } from './use-role-text.ts';

interface CourseEventsProps {
  readonly kind: LifecycleKind;
  readonly events: readonly ExplainedEvent[];
}

/** All events of the record: the role that may send each now, or the reason of its refusal. */
export function CourseEvents({ kind, events }: CourseEventsProps) {
  const t = useText('operator');
  const isOpen = ({ verdicts }: ExplainedEvent) => verdicts.some(({ isAllowed }) => isAllowed);
  const open = events.filter(isOpen);
  return (
    <>
      <section data-testid="course-open">
        <h3 className="font-semibold">{t('course.open')}</h3>
        {open.length === 0 ? (
          <p className="py-2 text-sm text-muted">{t('course.nothingOpen')}</p>
        ) : (
          <EventList kind={kind} label={t('course.open')} events={open} />
        )}
      </section>
      <section data-testid="course-refused">
        <h3 className="font-semibold">{t('course.refused')}</h3>
        <EventList
          kind={kind}
          label={t('course.refused')}
          events={events.filter((event) => !isOpen(event))}
        />
      </section>
    </>
  );
}

function EventList(props: CourseEventsProps & { readonly label: string }) {
  const { kind, events, label } = props;
  const eventText = useEventText(kind);
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line">
      {events.map((event) => (
        <li key={event.type} data-event={event.type} className="flex flex-col gap-1 py-2">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <code className="font-medium">{event.type}</code>
            <span className="text-sm text-muted">{eventText(event.type)}</span>
          </span>
          <ul className="flex flex-col gap-1 text-sm">
            {event.verdicts.map((verdict) => (
              <VerdictRow key={verdict.role} verdict={verdict} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function VerdictRow({ verdict }: { readonly verdict: Verdict }) {
  const roleText = useRoleText();
  const refusalText = useRefusalText();
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <Badge tone={verdict.isAllowed ? 'up' : 'neutral'}>
        <span aria-hidden>{verdict.isAllowed ? '✓' : '✕'}</span>
        {roleText(verdict.role)}
      </Badge>
      {verdict.isAllowed ? (
        <span className="text-muted">
          <span aria-hidden>→ </span>
          <code className="[overflow-wrap:anywhere]">{verdict.leadsTo.join(', ')}</code>
        </span>
      ) : (
        <span className="min-w-0 text-muted [overflow-wrap:anywhere]">
          {refusalText(verdict.refusal)}
        </span>
      )}
    </li>
  );
}
