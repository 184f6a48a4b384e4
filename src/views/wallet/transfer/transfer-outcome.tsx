/** The outcome of a transfer. */
import type { Transfer } from '../../../../contract/wallet/wallet.ts';
import type {
  TransferFacts,
  TransferFields,
} from '../../../../machines/app/wallet/transfer.rules.ts';
import type { SubmissionView } from '../../../app/core/hooks/use-submission.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { accountName } from '../account-types.ts';
import { Outcome, UnknownOutcome } from '../../parts/outcome.tsx';

interface TransferOutcomeProps {
  readonly form: SubmissionView<TransferFields, TransferFacts, Transfer>;
  readonly onAgain: () => void;
}

/** The outcome, as far as it is known. */
export function TransferOutcome({ form, onAgain }: TransferOutcomeProps) {
  const t = useText('wallet');
  const { answer } = form;
  if (answer === null)
    return (
      <UnknownOutcome
        form={form}
        hint={t('transfer.unknown')}
        onAbandon={() => {
          form.abandon();
          onAgain();
        }}
        records={{ to: '/transfer-record', text: t('transfer.records') }}
      />
    );
  return (
    <Outcome
      title={t('transfer.done')}
      hint={t('transfer.hint')}
      record={{ to: `/transfer-record?id=${answer.id}`, text: t('outcome.record') }}
      again={{ text: t('outcome.again'), onPress: onAgain }}
    >
      <DetailList>
        <DetailRow name={t('transfer.amount')}>
          <Amount value={answer.amount} code={answer.currency_code} />
        </DetailRow>
        <DetailRow name={t('transfer.from')}>
          {t(`account.${accountName(answer.from_account_type_id)}`)}
        </DetailRow>
        <DetailRow name={t('transfer.to')}>
          {t(`account.${accountName(answer.to_account_type_id)}`)}
        </DetailRow>
      </DetailList>
    </Outcome>
  );
}
