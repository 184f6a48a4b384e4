/** The outcome of a withdrawal request. */
import type { Withdrawal } from '../../../../contract/wallet/wallet.ts';
import type { WithdrawalFormView } from '../../../app/wallet/use-withdrawal-form.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { Outcome, UnknownOutcome } from '../../parts/outcome.tsx';

interface WithdrawalOutcomeProps {
  readonly form: WithdrawalFormView;
  readonly onAgain: () => void;
}

/** The outcome, as far as it is known. */
export function WithdrawalOutcome({ form, onAgain }: WithdrawalOutcomeProps) {
  const t = useText('wallet');
  if (form.answer === null)
    return (
      <UnknownOutcome
        form={form}
        hint={t('withdrawal.unknown')}
        onAbandon={() => {
          form.abandon();
          onAgain();
        }}
        records={{ to: '/withdrawal-record', text: t('withdrawal.records') }}
      />
    );
  return <Sent withdrawal={form.answer} onAgain={onAgain} />;
}

function Sent(props: { readonly withdrawal: Withdrawal; readonly onAgain: () => void }) {
  const { withdrawal, onAgain } = props;
  const t = useText('wallet');
  const sum = (text: string) => <Amount value={text} code={withdrawal.currency_code} />;
  return (
    <Outcome
      title={t('withdrawal.done')}
      hint={t(`withdrawal.hint.${withdrawal.phase}`, {
        required: withdrawal.required_confirmations,
      })}
      record={{ to: `/withdrawal-record?id=${withdrawal.id}`, text: t('outcome.record') }}
      again={{ text: t('outcome.again'), onPress: onAgain }}
    >
      <DetailList>
        <DetailRow name={t('withdrawal.amount')}>{sum(withdrawal.amount)}</DetailRow>
        <DetailRow name={t('withdrawal.arrives')}>{sum(withdrawal.arrival_amount)}</DetailRow>
        <DetailRow name={t('address.label')}>
          <span translate="no" className="min-w-0 text-sm wrap-anywhere">
            {withdrawal.address}
          </span>
        </DetailRow>
      </DetailList>
    </Outcome>
  );
}
