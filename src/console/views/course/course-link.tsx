/** A link to the lifecycle of a record. */
import { Link } from 'react-router-dom';
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';

/** Links to the lifecycle of a record. */
export function CourseLink({ kind, id }: { readonly kind: LifecycleKind; readonly id: string }) {
  const t = useText('operator');
  return (
    <Link
      to={`/courses?kind=${kind}&text=${id}`}
      className={`${buttonStyle('secondary', 'small')} self-start`}
    >
      {t('course.show')}
    </Link>
  );
}
