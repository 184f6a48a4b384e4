/** A row of a deposit with its confirmations. */
import { memo } from 'react';
import type { Deposit } from '../../../../contract/wallet/wallet.ts';
import { useDepositLifecycle } from '../../../app/wallet/use-deposits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { RecordRow } from './record-row.tsx';
import { DEPOSIT_TONE } from './record-words.ts';

interface DepositRowProps {
  readonly deposit: Deposit;
  /** Page that shows it by its id; by default this page. */
  readonly path?: string;
}

/** One deposit of a list, with its confirmations while they count. */
export const DepositRow = memo(function DepositRow({ deposit, path }: DepositRowProps) {
  const t = useText('wallet');
  const format = useFormat();
  const { phase } = deposit;
  const { isCounting } = useDepositLifecycle(deposit);
  return (
    <RecordRow
      id={deposit.id}
      {...(path !== undefined && { path })}
      currencyId={deposit.currency_id}
      code={deposit.currency_code}
      amount={`+${format.amount(deposit.amount)}`}
      badge={{ tone: DEPOSIT_TONE[phase], text: t(`deposit.phase.${phase}`) }}
      time={deposit.created_at}
    >
      {isCounting && <Confirmations deposit={deposit} />}
    </RecordRow>
  );
});

/** The number of confirmations, with a mark at the credit. */
export function Confirmations({ deposit }: { readonly deposit: Deposit }) {
  const t = useText('wallet');
  const { confirmations: count, unlock_confirmations: total } = deposit;
  const text = t('confirmations.progress', { done: count, total });
  return (
    <span className="flex flex-col gap-1">
      <ProgressBar done={count} total={total} label={text} mark={deposit.credit_confirmations} />
      <span data-testid="confirmations" className="figures text-xs text-muted">
        {text}
      </span>
    </span>
  );
}
