/** The last operator action on a record: operator, action, time and reason. */
import { Link } from 'react-router-dom';
import type { SubjectKind } from '../../../../contract/operator/schemas/exchange.ts';
import type { LastAct } from '../../../../contract/operator/schemas/fields.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useActionName } from './action-name.tsx';

interface LastActNoteProps {
  readonly act: LastAct | null;
  readonly kind: SubjectKind;
  readonly id: string;
}

/**
 * The last operator's action on the record, with its reason and time. Announced to screen readers
 * when it changes while the record is open.
 */
export function LastActNote({ act, kind, id }: LastActNoteProps) {
  const t = useText('operator');
  return (
    <div role="status">
      {act !== null && (
        <p
          data-testid="last-act"
          className="rounded-control bg-raised p-3 text-sm [overflow-wrap:anywhere]"
        >
          <ActWords act={act} />{' '}
          <Link
            to={`/audit?kind=${kind}&subject=${encodeURIComponent(id)}`}
            className="touch-target whitespace-nowrap text-accent underline-offset-4 hover:underline"
          >
            {t('act.log')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Operator, action, time and reason in one line. */
export function ActWords({ act }: { readonly act: LastAct }) {
  const t = useText('operator');
  const format = useFormat();
  const nameOf = useActionName();
  return (
    <>
      <span className="font-medium">{nameOf(act.action)}</span> ·{' '}
      {t('act.by', { name: act.operator_name, time: format.dateTime(act.at) })} ·{' '}
      <bdi className="text-muted">{act.reason}</bdi>
    </>
  );
}
