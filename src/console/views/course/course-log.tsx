/** The event log of a record. */
import type { LifecycleReport } from '../../../../contract/operator/schemas/lifecycles.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useRoleText } from './use-role-text.ts';

/** The record's events, step by step. */
export function CourseLog({ report }: { readonly report: LifecycleReport }) {
  const t = useText('operator');
  const format = useFormat();
  const roleText = useRoleText();
  return (
    <section>
      <h3 className="pb-2 font-semibold">{t('course.log')}</h3>
      <ol className="flex flex-col border-s-2 border-line ps-4" aria-label={t('course.log')}>
        {report.steps.map((step) => (
          <li
            key={step.revision}
            className="relative flex flex-col gap-0.5 py-2 before:absolute before:-start-[1.3125rem] before:top-4 before:size-2 before:rounded-full before:bg-edge"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="[overflow-wrap:anywhere]">
                <code className="font-medium">{step.event}</code>
                {step.delay !== null && <code className="text-muted"> {step.delay}</code>}
              </span>
              <time className="text-sm text-muted">
                {format.date(step.at)} {format.clock(step.at)}
              </time>
            </span>
            <span className="text-sm [overflow-wrap:anywhere] text-muted">
              {step.revision} · {step.by === null ? t('course.nobody') : roleText(step.by)} →{' '}
              <code>{step.state}</code>
              {step.effects.length > 0 && (
                <>
                  {' · '}
                  <code>{step.effects.join(', ')}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
