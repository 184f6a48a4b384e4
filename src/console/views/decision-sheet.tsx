import type { FormEvent, ReactNode } from 'react';
import type { DecisionFields } from '../../../machines/app/operator-decision.rules.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FormProblem } from '../../views/shell/form-problem.tsx';
import { useProblemText } from '../../views/shell/use-problem-text.ts';
import type { DecisionView } from '../hooks/use-decision.ts';

interface DecisionSheetProps<Fields extends DecisionFields> {
  readonly title: string;
  readonly decision: DecisionView<Fields>;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** More fields, above the reason. */
  readonly children?: ReactNode;
}

/**
 * Asks for what a decision needs, and for its reason; closes when the server has taken it. When the
 * record may be another by now it stays, with what was written, and offers to read the record again.
 */
export function DecisionSheet<Fields extends DecisionFields>(props: DecisionSheetProps<Fields>) {
  const { title, decision, submitLabel, isDanger = false, children } = props;
  const { form, isOpen, close } = decision;
  const t = useText('operator');
  const problemText = useProblemText(form.problems);
  const reasonProblem = form.problems.find(({ field }) => field === 'reason');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title} isTitleShown>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 px-gutter pb-6">
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
        <FormProblem problem={problemText(null)} />
        {decision.isOutdated && (
          <Button kind="secondary" onClick={decision.readAgain}>
            {t('decision.readAgain')}
          </Button>
        )}
        <Button type="submit" kind={isDanger ? 'danger' : 'primary'} pending={form.isBusy}>
          {submitLabel}
        </Button>
      </form>
    </Sheet>
  );
}
