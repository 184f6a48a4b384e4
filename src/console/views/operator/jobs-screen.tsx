/** Screen of the recurring jobs of the server, with their interval, last run and last failure. */
import type { OperatorJob } from '../../../../contract/operator/schemas/jobs.ts';
import { SECOND_MS } from '../../../../contract/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { RecordView } from '../parts/record-view.tsx';

/** The recurring jobs of the server, with their interval and the result of the last run. */
export function JobsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('listJobs', {}, FOLLOW_MS.record);
  return (
    <Screen
      isText
      width="wide"
      header={<PageHeader title={t('section.jobs')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>
        {(jobs) => (
          <>
            <p className="py-2 text-sm text-muted">{t('job.failureHint')}</p>
            <ul aria-label={t('section.jobs')} className="flex flex-col divide-y divide-line">
              {jobs.map((job) => (
                <li key={`${job.name} ${job.subject}`}>
                  <JobRow job={job} />
                </li>
              ))}
            </ul>
          </>
        )}
      </RecordView>
    </Screen>
  );
}

function JobRow({ job }: { readonly job: OperatorJob }) {
  const t = useText('operator');
  const format = useFormat();
  const span = useSpanText();
  const { name, subject, owner, last_run_at: ranAt, last_failure: failure } = job;
  return (
    <article className="flex flex-col gap-2 py-3">
      <h2 className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="[overflow-wrap:anywhere]">
          {t(`jobName.${name}`)}
          {subject !== null && <span className="text-muted"> {subject}</span>}
        </span>
        <Badge>{t(`jobOwner.${owner}`)}</Badge>
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm md:grid-cols-4">
        <Fact
          name={t('job.interval')}
          value={job.interval_ms === null ? t('job.ownPace') : span(job.interval_ms)}
        />
        <Fact
          name={t('job.lastRun')}
          value={ranAt === null ? t('job.never') : format.dateTime(ranAt)}
        />
        <Fact
          name={t('job.duration')}
          value={job.last_duration_ms === null ? '–' : span(job.last_duration_ms)}
        />
        <Fact
          name={t('job.lastFailure')}
          value={
            failure === null ? t('job.none') : `${format.dateTime(failure.at)} ${failure.error}`
          }
          isBad={failure !== null}
        />
        {job.lateness_ms !== null && (
          <Fact name={t('job.lateness')} value={span(job.lateness_ms)} />
        )}
      </dl>
    </article>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isBad?: boolean;
}

function Fact({ name, value, isBad = false }: FactProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className={`[overflow-wrap:anywhere] tabular-nums ${isBad ? 'text-down' : ''}`}>
        {value}
      </dd>
    </div>
  );
}

/** Shows whole seconds as seconds, other lengths as milliseconds. */
function useSpanText(): (lengthMs: number) => string {
  const t = useText('operator');
  const format = useFormat();
  return (lengthMs) => {
    const isSeconds = lengthMs > 0 && lengthMs % SECOND_MS === 0;
    const number = format.amount(String(isSeconds ? lengthMs / SECOND_MS : lengthMs));
    return t(isSeconds ? 'job.seconds' : 'job.milliseconds', { number });
  };
}
