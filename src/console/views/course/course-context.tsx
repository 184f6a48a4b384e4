/** The values in a record's machine context: amounts, counts and flags. */
import type { LifecycleReport } from '../../../../contract/operator/schemas/lifecycles.ts';
import { useText } from '../../../i18n/use-text.ts';
import { rememberedOf } from '../../hooks/explained-course.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';

/** Amounts, counts and flags of the machine's context. */
export function CourseContext({ report }: { readonly report: LifecycleReport }) {
  const t = useText('operator');
  return (
    <section data-testid="course-context">
      <h3 className="font-semibold">{t('course.context')}</h3>
      <DetailList>
        {rememberedOf(report).map(([name, value]) => (
          <DetailRow key={name} name={<code>{name}</code>}>
            <code className="text-sm">{value ?? '–'}</code>
          </DetailRow>
        ))}
      </DetailList>
    </section>
  );
}
