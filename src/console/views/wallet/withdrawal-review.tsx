/** The buttons that approve, reject or retry a withdrawal. */
import type { OperatorWithdrawalDetail } from '../../../../contract/operator/schemas/wallet.ts';
import { ALLOWANCE_CHOICES, REJECTION_CHOICES } from '../../forms/choices.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  APPROVE_WITHDRAWAL,
  REJECT_WITHDRAWAL,
  RELEASE_WITHDRAWAL,
} from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { withdrawalDesk } from '../../hooks/operator-lifecycles.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { WordsField } from '../parts/words-field.tsx';

interface ReviewOfWithdrawalProps {
  readonly withdrawal: OperatorWithdrawalDetail;
}

/** Approves the withdrawal, or rejects it and returns the money. */
export function ReviewOfWithdrawal({ withdrawal }: ReviewOfWithdrawalProps) {
  const t = useText('operator');
  const { id } = withdrawal;
  const { canApprove, canRelease, canReject } = withdrawalDesk(withdrawal);
  const approve = useDecision(APPROVE_WITHDRAWAL, withdrawal, { id });
  const reject = useDecision(REJECT_WITHDRAWAL, withdrawal, { id });
  const { fields, edit } = reject.form;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {canApprove && <Button onClick={approve.open}>{t('withdrawal.approve')}</Button>}
      {canRelease && <ReleaseOfWithdrawal withdrawal={withdrawal} />}
      {canReject && (
        <Button kind="danger" onClick={reject.open}>
          {t(canRelease ? 'withdrawal.rejectApproved' : 'withdrawal.reject')}
        </Button>
      )}
      <DecisionSheet
        title={t('withdrawal.approveTitle')}
        decision={approve}
        submitLabel={t('withdrawal.approve')}
        isPossible={canApprove}
      />
      <DecisionSheet
        title={t(canRelease ? 'withdrawal.rejectApproved' : 'withdrawal.rejectTitle')}
        decision={reject}
        submitLabel={t(canRelease ? 'withdrawal.rejectApproved' : 'withdrawal.reject')}
        isDanger
        isPossible={canReject}
      >
        {canRelease && (
          <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
            {t('withdrawal.rejectApprovedHint')}
          </p>
        )}
        <SelectField
          name="rejection"
          label={t('withdrawal.why')}
          value={fields.rejection}
          options={REJECTION_CHOICES.map((value) => ({ value, label: t(`rejection.${value}`) }))}
          onChange={(rejection) => edit({ rejection })}
        />
        <WordsField value={fields.text} onChange={(text) => edit({ text })} />
      </DecisionSheet>
    </div>
  );
}

/** Retries an approved withdrawal now, with a higher network fee if the fee is why it is stuck. */
function ReleaseOfWithdrawal({ withdrawal }: ReviewOfWithdrawalProps) {
  const t = useText('operator');
  const { id, fee_allowance: allowance } = withdrawal;
  const initial = ALLOWANCE_CHOICES.find((choice) => choice === String(allowance)) ?? '1';
  const release = useDecision(RELEASE_WITHDRAWAL, withdrawal, { id, allowance: initial });
  const { fields, edit } = release.form;
  return (
    <>
      <Button onClick={release.open}>{t('withdrawal.release')}</Button>
      <DecisionSheet
        title={t('withdrawal.release')}
        decision={release}
        submitLabel={t('withdrawal.release')}
        isPossible
      >
        <p className="text-sm text-muted">{t('withdrawal.releaseHint')}</p>
        <SelectField
          name="allowance"
          label={t('withdrawal.allowance')}
          value={fields.allowance}
          options={ALLOWANCE_CHOICES.map((value) => ({
            value,
            label: t(value === '1' ? 'withdrawal.allowanceUsual' : 'withdrawal.allowanceTimes', {
              number: value,
            }),
          }))}
          onChange={(chosen) => edit({ allowance: chosen })}
        />
      </DecisionSheet>
    </>
  );
}
