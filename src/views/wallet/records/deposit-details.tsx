/** The details of one deposit, live. */
import type { Deposit } from '../../../../contract/wallet/wallet.ts';
import { useDeposit, useDepositLifecycle } from '../../../app/wallet/use-deposits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { useChainName } from '../wallet-coins.ts';
import { CopiedText } from './copied-text.tsx';
import { Confirmations } from './deposit-row.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { RecordState } from '../../parts/record-sheet.tsx';
import { DEPOSIT_TONE } from './record-words.ts';

/** One deposit with its data on the chain, live. */
export function DepositDetails({ id }: { readonly id: string }) {
  return (
    <RecordState query={useDeposit(id)} missing="deposit_not_found">
      {(deposit) => <Details deposit={deposit} />}
    </RecordState>
  );
}

function Details({ deposit }: { readonly deposit: Deposit }) {
  const t = useText('wallet');
  const format = useFormat();
  const chainName = useChainName();
  const { phase } = deposit;
  const { isCounted } = useDepositLifecycle(deposit);
  return (
    <>
      <RecordHead
        amount={<Amount sign="+" value={deposit.amount} code={deposit.currency_code} />}
        tone={DEPOSIT_TONE[phase]}
        state={t(`deposit.phase.${phase}`)}
        hint={t(`deposit.hint.${phase}`, {
          credit: deposit.credit_confirmations,
          unlock: deposit.unlock_confirmations,
        })}
      >
        {isCounted && <Confirmations deposit={deposit} />}
      </RecordHead>
      <DetailList>
        <DetailRow name={t('network.label')}>{chainName(deposit.chain)}</DetailRow>
        <DetailRow name={t('address.label')}>
          <CopiedText text={deposit.address} label={t('address.copy')} />
        </DetailRow>
        <DetailRow name={t('record.hash')}>
          <CopiedText text={deposit.transaction_hash} label={t('record.copyHash')} />
        </DetailRow>
        <DetailRow name={t('record.time')}>{format.dateTime(deposit.created_at)}</DetailRow>
        <DetailRow name={t('record.updated')}>{format.dateTime(deposit.updated_at)}</DetailRow>
        <DetailRow name={t('record.number')}>{deposit.id}</DetailRow>
      </DetailList>
    </>
  );
}
