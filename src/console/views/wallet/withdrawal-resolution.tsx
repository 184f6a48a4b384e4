/** The form that records whether an uncertain withdrawal was paid on the chain. */
import type { OperatorWithdrawalDetail } from '../../../../contract/operator/schemas/wallet.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { RESOLUTION_CHOICES } from '../../forms/choices.ts';
import { RESOLVE_WITHDRAWAL } from '../../forms/decision-forms.ts';
import { withdrawalDesk } from '../../hooks/operator-lifecycles.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { WordsField } from '../parts/words-field.tsx';

interface ResolutionOfWithdrawalProps {
  readonly withdrawal: OperatorWithdrawalDetail;
}

/** The form for an uncertain payment: the operator checks the chain and enters the result. */
export function ResolutionOfWithdrawal({ withdrawal }: ResolutionOfWithdrawalProps) {
  const t = useText('operator');
  const resolve = useDecision(RESOLVE_WITHDRAWAL, withdrawal, { id: withdrawal.id });
  const { canResolve } = withdrawalDesk(withdrawal);
  const { fields, problems, edit } = resolve.form;
  const problemText = useProblemText(problems);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {canResolve && (
        <>
          <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
            {t('withdrawal.manualHint')}
          </p>
          <Button onClick={resolve.open} className="self-start">
            {t('withdrawal.resolve')}
          </Button>
        </>
      )}
      <DecisionSheet
        title={t('withdrawal.resolve')}
        decision={resolve}
        submitLabel={t('withdrawal.resolve')}
        isPossible={canResolve}
      >
        <SelectField
          name="resolution"
          label={t('withdrawal.outcome')}
          value={fields.resolution}
          options={RESOLUTION_CHOICES.map((value) => ({ value, label: t(`resolution.${value}`) }))}
          onChange={(resolution) => edit({ resolution })}
        />
        {fields.resolution !== 'rebroadcast' && (
          <TextField
            name="transaction_hash"
            label={t(
              fields.resolution === 'confirm_sent' ? 'withdrawal.hash' : 'withdrawal.nonceHash',
            )}
            value={fields.transactionHash}
            onChange={(transactionHash) => edit({ transactionHash })}
            problem={problemText('transactionHash')}
          />
        )}
        {fields.resolution === 'declare_unsent' && (
          <WordsField value={fields.text} onChange={(text) => edit({ text })} />
        )}
      </DecisionSheet>
    </div>
  );
}
