/** The dialog of a decision: its fields, the reason, and a warning if the record changed. */
import type { FormEvent, ReactNode } from 'react';
import type { RecordFields } from '../../../../machines/app/operator/operator-decision.rules.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FormProblem } from '../../../views/parts/form-problem.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import type { DecisionView } from '../../hooks/use-decision.ts';
import { MovedNotice } from './moved-notice.tsx';

interface DecisionSheetProps<Fields extends RecordFields> {
  readonly title: string;
  readonly decision: DecisionView<Fields>;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** Whether the present record still allows the decision. */
  readonly isPossible?: boolean;
  /** More fields, above the reason. */
  readonly children?: ReactNode;
}

/**
 * The form of a decision and its reason; closes when the server has accepted it. If the record has
 * changed, the form stays with the typed text and names the author of the change. It can be sent
 * once the operator continues with the present record.
 */
export function DecisionSheet<Fields extends RecordFields>(props: DecisionSheetProps<Fields>) {
  const { title, decision, submitLabel, isDanger = false, isPossible = true, children } = props;
  const { form, isOpen, close, moved } = decision;
  const canSend = isPossible && moved === null;
  const t = useText('operator');
  const problemText = useProblemText(form.problems);
  const reasonProblem = form.problems.find(({ field }) => field === 'reason');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) form.submit();
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title} isTitleShown>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-gutter pb-6">
        <MovedNotice decision={decision} isPossible={isPossible} />
        {children}
        <TextField
          name="reason"
          label={t('decision.reason')}
          hint={t('decision.reasonHint')}
          maxLength={LIMITS.operator_reason_length_max}
          value={form.fields.reason}
          onChange={(reason) => form.edit({ reason } as Partial<Fields>)}
          problem={reasonProblem && t('decision.reasonProblem')}
        />
        <FormProblem problem={moved === null ? problemText(null) : undefined} />
        {decision.isOutdated && (
          <Button kind="secondary" onClick={decision.readAgain}>
            {t('decision.readAgain')}
          </Button>
        )}
        {canSend && (
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} pending={form.isBusy}>
            {submitLabel}
          </Button>
        )}
      </form>
    </Sheet>
  );
}
