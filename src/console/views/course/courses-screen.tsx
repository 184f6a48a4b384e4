/** The screen that finds a record's lifecycle by kind and number. */
import { useSearchParams } from 'react-router-dom';
import { LIFECYCLE_KINDS, numberOwnerOf } from '../../../../contract/lifecycle-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { FilterTabs } from '../parts/filter-tabs.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { CourseView } from './course-view.tsx';
import { useKindText } from './use-kind-text.ts';

const NUMBER = /^[1-9]\d{0,17}$/;

/** The lifecycle of any record, by its kind and its number. */
export function CoursesScreen() {
  const t = useText('operator');
  const kindText = useKindText();
  const [address] = useSearchParams();
  const kind = LIFECYCLE_KINDS.find((one) => one === address.get('kind')) ?? 'fiat-order';
  const id = address.get('text')?.trim() ?? '';
  return (
    <Screen
      width="wide"
      header={
        <>
          <PageHeader title={t('section.courses')} />
          <FilterTabs
            name="kind"
            label={t('course.kind')}
            value={kind}
            options={LIFECYCLE_KINDS.map((value) => ({ value, label: kindText(value) }))}
          />
          <SearchForm key={kind} label={t(`course.number.${numberOwnerOf(kind)}`)} />
        </>
      }
      className="px-gutter pb-8"
    >
      {NUMBER.test(id) ? (
        <>
          <h2 className="pb-3 text-lg font-semibold">
            {kindText(kind)} #{id}
          </h2>
          <CourseView key={`${kind} ${id}`} kind={kind} id={id} />
        </>
      ) : (
        <EmptyState title={t('course.which')} hint={t('course.whichHint')} />
      )}
    </Screen>
  );
}
