/** The lifecycle of one record: chart, log, timers and allowed events. */
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import type { LifecycleReport } from '../../../../contract/operator/schemas/lifecycles.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { courseOf } from '../../hooks/explained-course.ts';
import { useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { RecordView } from '../parts/record-view.tsx';
import { CourseContext } from './course-context.tsx';
import { CourseEvents } from './course-events.tsx';
import { CourseLog } from './course-log.tsx';
import { CourseTimers } from './course-timers.tsx';
import { StateChart } from './state-chart.tsx';

interface CourseViewProps {
  readonly kind: LifecycleKind;
  readonly id: string;
}

/** A record's present state, its history, and its open and refused events. */
export function CourseView({ kind, id }: CourseViewProps) {
  const query = useOperatorQuery('getLifecycle', { kind, id });
  return <RecordView query={query}>{(report) => <ShownCourse report={report} />}</RecordView>;
}

function ShownCourse({ report }: { readonly report: LifecycleReport }) {
  const t = useText('operator');
  const course = courseOf(report);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone="accent">
          <code>{report.state}</code>
        </Badge>
        {t('course.revision', { revision: report.revision, version: report.machine_version })}
      </div>
      {report.faults.length > 0 && (
        <ul aria-label={t('course.faults')} className="flex flex-col gap-2">
          {report.faults.map((fault) => (
            <li key={fault} className="rounded-control bg-down-soft p-3 text-sm text-down">
              <code className="[overflow-wrap:anywhere]">{fault}</code>
            </li>
          ))}
        </ul>
      )}
      <CourseTimers report={report} />
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @4xl:grid-cols-[auto_minmax(0,1fr)]">
          <StateChart course={course} />
          <div className="flex flex-col gap-6">
            <CourseEvents kind={report.kind} events={course.events} />
          </div>
        </div>
      </div>
      <CourseLog report={report} />
      <CourseContext report={report} />
    </div>
  );
}
