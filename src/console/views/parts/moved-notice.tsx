/** A warning that the record under a form has changed, with its author. */
import type { RecordFields } from '../../../../machines/app/operator/operator-decision.rules.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import type { DecisionView } from '../../hooks/use-decision.ts';
import { ActWords } from './last-act.tsx';

interface MovedNoticeProps {
  readonly decision: Pick<DecisionView<RecordFields>, 'moved' | 'takeNew'>;
  /** Whether the present record still allows the decision. */
  readonly isPossible: boolean;
}

/**
 * Reports that the record under the form has changed, by whom, and how to continue; nothing if it
 * has not.
 */
export function MovedNotice(props: MovedNoticeProps) {
  const { decision, isPossible } = props;
  const t = useText('operator');
  const { moved } = decision;
  return (
    <div role="status">
      {moved !== null && (
        <div
          data-testid="moved"
          className="flex flex-col gap-2 rounded-control bg-warn-soft p-3 text-sm text-warn"
        >
          <p>{t(moved.act === null ? 'moved.byOthers' : 'moved.byOperator')}</p>
          {moved.act !== null && (
            <p className="[overflow-wrap:anywhere] text-ink">
              <ActWords act={moved.act} />
            </p>
          )}
          <p>{t(isPossible ? 'moved.goOn' : 'moved.over')}</p>
          {isPossible && (
            <Button kind="secondary" onClick={decision.takeNew}>
              {t('moved.takeNew')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
