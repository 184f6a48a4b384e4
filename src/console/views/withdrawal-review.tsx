import { REJECTION_CHOICES } from '../forms/choices.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { APPROVE_WITHDRAWAL, REJECT_WITHDRAWAL } from '../forms/decision-forms.ts';
import { useDecision } from '../hooks/use-decision.ts';
import { DecisionSheet } from './decision-sheet.tsx';

interface ReviewOfWithdrawalProps {
  readonly id: string;
  /** It waits to be signed: until then it can be refused. */
  readonly isApproved: boolean;
}

/** Approve it, or refuse it and give the money back. */
export function ReviewOfWithdrawal({ id, isApproved }: ReviewOfWithdrawalProps) {
  const t = useText('operator');
  const approve = useDecision(APPROVE_WITHDRAWAL, { id });
  const reject = useDecision(REJECT_WITHDRAWAL, { id });
  const { fields, edit } = reject.form;
  return (
    <div className="flex gap-3">
      {!isApproved && <Button onClick={approve.open}>{t('withdrawal.approve')}</Button>}
      <Button kind="danger" onClick={reject.open}>
        {t('withdrawal.reject')}
      </Button>
      <DecisionSheet
        title={t('withdrawal.approveTitle')}
        decision={approve}
        submitLabel={t('withdrawal.approve')}
      />
      <DecisionSheet
        title={t('withdrawal.rejectTitle')}
        decision={reject}
        submitLabel={t('withdrawal.reject')}
        isDanger
      >
        <SelectField
          name="rejection"
          label={t('withdrawal.why')}
          value={fields.rejection}
          options={REJECTION_CHOICES.map((value) => ({ value, label: t(`rejection.${value}`) }))}
          onChange={(rejection) => edit({ rejection })}
        />
        <TextArea
          name="text"
          label={t('words')}
          hint={t('wordsHint')}
          value={fields.text}
          onChange={(text) => edit({ text })}
        />
      </DecisionSheet>
    </div>
  );
}
