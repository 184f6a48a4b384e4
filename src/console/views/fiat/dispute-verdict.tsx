/** The verdict of a dispute, with its consequences shown before it is sent. */
import type { DisputeDetail } from '../../../../contract/operator/schemas/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { AWARD_DISPUTE } from '../../forms/fiat-forms.ts';
import { canAwardDispute } from '../../hooks/operator-lifecycles.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';

interface DisputeVerdictProps {
  readonly dispute: DisputeDetail;
}

/** Gives the coins to one side, after its consequences were shown. */
export function DisputeVerdict({ dispute }: DisputeVerdictProps) {
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      <Award dispute={dispute} to="buyer" />
      <Award dispute={dispute} to="seller" />
    </div>
  );
}

interface AwardProps extends DisputeVerdictProps {
  readonly to: 'buyer' | 'seller';
}

function Award({ dispute, to }: AwardProps) {
  const t = useText('operator');
  const format = useFormat();
  const award = useDecision(AWARD_DISPUTE, dispute, { id: dispute.id, to });
  const isWaiting = canAwardDispute(dispute);
  const { fields, problems, edit } = award.form;
  const problemText = useProblemText(problems);
  const coins = `${format.amount(dispute.quantity)} ${dispute.currency_code}`;
  const falsePayments = dispute.sides.buyer.false_payments + 1;
  return (
    <>
      {isWaiting && (
        <Button kind={to === 'buyer' ? 'primary' : 'danger'} onClick={award.open}>
          {t(`dispute.award.${to}`)}
        </Button>
      )}
      <DecisionSheet
        title={t(`dispute.awardTitle.${to}`)}
        decision={award}
        submitLabel={t(`dispute.award.${to}`)}
        isDanger={to === 'seller'}
        isPossible={isWaiting}
      >
        <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
          {t(`dispute.follows.${to}`, { coins, account: dispute[to].account })}
        </p>
        {to === 'seller' && (
          <>
            <Switch
              checked={fields.isPaymentFalse === '1'}
              onChange={(isFalse) => edit({ isPaymentFalse: isFalse ? '1' : '0' })}
            >
              {t('dispute.paymentFalse')}
            </Switch>
            {fields.isPaymentFalse === '1' && (
              <p className="text-sm text-muted">
                {falsePayments >= LIMITS.fiat_false_payments_max
                  ? t('dispute.falseFreezes', { number: falsePayments })
                  : t('dispute.falseCounts', {
                      number: falsePayments,
                      most: LIMITS.fiat_false_payments_max,
                    })}
              </p>
            )}
          </>
        )}
        <TextArea
          name="text"
          label={t('dispute.why')}
          hint={t('dispute.bothRead')}
          maxLength={500}
          value={fields.text}
          onChange={(text) => edit({ text })}
          problem={problemText('text') && t('wordsMissing')}
        />
      </DecisionSheet>
    </>
  );
}
