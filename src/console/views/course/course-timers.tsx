/** The running delays of a record with their remaining time. */
import { useState } from 'react';
import type { LifecycleReport } from '../../../../contract/operator/schemas/lifecycles.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { useSecondsLeft } from '../../../ui/use-seconds-left.ts';
import { useFormat } from '../../../format/use-format.ts';
import { clockSpan } from '../parts/clock-span.ts';

type Timer = LifecycleReport['timers'][number];

/** The running delays and their remaining time. */
export function CourseTimers({ report }: { readonly report: LifecycleReport }) {
  const t = useText('operator');
  return (
    <section>
      <h3 className="font-semibold">{t('course.timers')}</h3>
      {report.timers.length === 0 ? (
        <p className="py-2 text-sm text-muted">{t('course.noTimers')}</p>
      ) : (
        <DetailList>
          {report.timers.map((timer) => (
            <RunningTimer
              key={`${timer.state} ${timer.delay} ${timer.due_at}`}
              timer={timer}
              readAt={report.read_at}
            />
          ))}
        </DetailList>
      )}
    </section>
  );
}

function RunningTimer({ timer, readAt }: { readonly timer: Timer; readonly readAt: number }) {
  const format = useFormat();
  // Server and device time may differ, so the remaining time of the report counts down from here.
  const [endMs] = useState(() => Date.now() + timer.due_at - readAt);
  const seconds = useSecondsLeft(endMs);
  return (
    <DetailRow name={<code>{timer.delay}</code>}>
      <span role="timer" className="font-semibold">
        {clockSpan(seconds * 1000)}
      </span>
      <time className="text-sm text-muted">({format.dateTime(timer.due_at)})</time>
    </DetailRow>
  );
}
