/** The details of one withdrawal, live. */
import type { Withdrawal } from '../../../../contract/wallet/wallet.ts';
import { useWithdrawal, useWithdrawalLifecycle } from '../../../app/wallet/use-withdrawals.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useChainName } from '../wallet-coins.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { CopiedText } from './copied-text.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { RecordState } from '../../parts/record-sheet.tsx';
import { WITHDRAWAL_TONE } from './record-words.ts';
import { SentConfirmations } from './withdrawal-row.tsx';

/**
 * One withdrawal, live: its progress, its fee, the reason of a rejection, and the cancel button.
 */
export function WithdrawalDetails({ id }: { readonly id: string }) {
  return (
    <RecordState query={useWithdrawal(id)} missing="withdrawal_not_found">
      {(withdrawal) => (
        <div className="flex flex-col gap-2">
          <Head withdrawal={withdrawal} />
          <Terms withdrawal={withdrawal} />
        </div>
      )}
    </RecordState>
  );
}

interface PartProps {
  readonly withdrawal: Withdrawal;
}

function Head({ withdrawal }: PartProps) {
  const t = useText('wallet');
  const { canCancel, isConfirming } = useWithdrawalLifecycle(withdrawal);
  const { phase, reason, reason_text: text } = withdrawal;
  return (
    <RecordHead
      amount={<Amount sign="−" value={withdrawal.amount} code={withdrawal.currency_code} />}
      tone={WITHDRAWAL_TONE[phase]}
      state={t(`withdrawal.phase.${phase}`)}
      hint={t(`withdrawal.hint.${phase}`, { required: withdrawal.required_confirmations })}
    >
      {isConfirming && <SentConfirmations withdrawal={withdrawal} />}
      {reason !== null && (
        <Notice tone="warn">
          <p data-testid="refusal">{t(`withdrawal.reason.${reason}`)}</p>
          {text !== null && <p className="pt-1 wrap-anywhere">{text}</p>}
        </Notice>
      )}
      {canCancel && <CancelWithdrawal withdrawal={withdrawal} />}
    </RecordHead>
  );
}

function Terms({ withdrawal }: PartProps) {
  const t = useText('wallet');
  const format = useFormat();
  const chainName = useChainName();
  const { currency_code: code, transaction_hash: hash } = withdrawal;
  return (
    <DetailList>
      <DetailRow name={t('withdrawal.arrives')}>
        <Amount value={withdrawal.arrival_amount} code={code} />
      </DetailRow>
      <DetailRow name={t('withdrawal.fee')}>
        <Amount value={withdrawal.fee} code={code} />
      </DetailRow>
      <DetailRow name={t('network.label')}>{chainName(withdrawal.chain)}</DetailRow>
      <DetailRow name={t('address.label')}>
        <CopiedText text={withdrawal.address} label={t('address.copy')} />
      </DetailRow>
      <DetailRow name={t('record.hash')}>
        {hash === null ? (
          t('record.noHash')
        ) : (
          <CopiedText text={hash} label={t('record.copyHash')} />
        )}
      </DetailRow>
      <DetailRow name={t('withdrawal.required')}>{withdrawal.required_confirmations}</DetailRow>
      <DetailRow name={t('record.time')}>{format.dateTime(withdrawal.created_at)}</DetailRow>
      <DetailRow name={t('record.updated')}>{format.dateTime(withdrawal.updated_at)}</DetailRow>
      <DetailRow name={t('record.number')}>{withdrawal.id}</DetailRow>
    </DetailList>
  );
}
