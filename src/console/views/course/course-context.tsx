import type { LifecycleReport } from '../../../../contract/operator/schemas/lifecycles.ts';
import { rememberedText } from '../../../../machines/domain/explain/remembered.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';

/** Amounts, counts and flags that the machine decides by, as it keeps them. */
export function CourseContext({ report }: { readonly report: LifecycleReport }) {
  const t = useText('operator');
  return (
    <section data-testid="course-context">
      <h3 className="font-semibold">{t('course.context')}</h3>
      <DetailList>
        {Object.entries(report.context).map(([name, value]) => (
          <DetailRow key={name} name={<code>{name}</code>}>
            <code className="text-sm">{value === null ? '–' : rememberedText(name, value)}</code>
          </DetailRow>
        ))}
      </DetailList>
    </section>
  );
}
