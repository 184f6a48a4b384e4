/** A row of a withdrawal with its confirmations. */
import { memo } from 'react';
import type { Withdrawal } from '../../../../contract/wallet/wallet.ts';
import { useWithdrawalLifecycle } from '../../../app/wallet/use-withdrawals.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { RecordRow } from './record-row.tsx';
import { WITHDRAWAL_TONE } from './record-words.ts';

/** One withdrawal of a list, with its confirmations while they are counted. */
export const WithdrawalRow = memo(function WithdrawalRow(props: {
  readonly withdrawal: Withdrawal;
}) {
  const { withdrawal } = props;
  const t = useText('wallet');
  const format = useFormat();
  const { phase } = withdrawal;
  const { isConfirming } = useWithdrawalLifecycle(withdrawal);
  return (
    <RecordRow
      id={withdrawal.id}
      currencyId={withdrawal.currency_id}
      code={withdrawal.currency_code}
      amount={`−${format.amount(withdrawal.amount)}`}
      badge={{ tone: WITHDRAWAL_TONE[phase], text: t(`withdrawal.phase.${phase}`) }}
      time={withdrawal.created_at}
    >
      {isConfirming && <SentConfirmations withdrawal={withdrawal} />}
    </RecordRow>
  );
});

/** The number of confirmations of its transaction. */
export function SentConfirmations({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useText('wallet');
  const { confirmations: done, required_confirmations: total } = withdrawal;
  const text = t('confirmations.progress', { done, total });
  return (
    <span className="flex flex-col gap-1">
      <ProgressBar done={done} total={total} label={text} />
      <span data-testid="confirmations" className="figures text-xs text-muted">
        {text}
      </span>
    </span>
  );
}
