/** The transactions of a wallet that the server does not know, and the form that names the first one. */
import type {
  ForeignTransactions as Foreign,
  OperatorChainHalt,
} from '../../../../contract/operator/schemas/custody.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { NAME_FOREIGN_TRANSACTION } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { RecordView } from '../parts/record-view.tsx';

type Transaction = Foreign['transactions'][number];

/** Read again after each decision only, because the search in the chain is slow. */
export function ForeignTransactions({ halt }: { readonly halt: OperatorChainHalt }) {
  const query = useOperatorQuery('listForeignTransactions', { id: halt.id });
  return (
    <div className="basis-full">
      <RecordView query={query}>{(found) => <List halt={halt} found={found} />}</RecordView>
    </div>
  );
}

interface ListProps {
  readonly halt: OperatorChainHalt;
  readonly found: Foreign;
}

function List({ halt, found }: ListProps) {
  const t = useText('operator');
  const { transactions, count, is_first_use: isFirstUse } = found;
  const [first] = transactions;
  if (first === undefined) return <p>{t('chainHalt.allNamed')}</p>;
  const hidden = count - transactions.length;
  return (
    <div className="flex flex-col gap-2">
      <p>{isFirstUse ? t('chainHalt.adoptHint') : t('chainHalt.nameHint')}</p>
      <ol className="flex flex-col divide-y divide-line">
        {transactions.map((one) => (
          <Row key={one.nonce} transaction={one} />
        ))}
      </ol>
      {hidden > 0 && <p>{t('chainHalt.unlisted', { number: hidden })}</p>}
      <Naming key={first.nonce} halt={halt} first={first} all={isFirstUse ? count : 1} />
    </div>
  );
}

function Row({ transaction }: { readonly transaction: Transaction }) {
  const t = useText('operator');
  const format = useFormat();
  const { nonce, hash, payment } = transaction;
  return (
    <li data-testid="foreign-transaction" className="py-2">
      <p className="font-medium">
        {t('chainHalt.transaction', { nonce })}
        {payment !== null && ` · ${format.amount(payment.amount)} ${payment.currency_code}`}
      </p>
      {hash === null ? (
        <p>{t('chainHalt.hidden')}</p>
      ) : (
        <p>
          {t('withdrawal.hash')}{' '}
          <code translate="no" className="wrap-anywhere select-all">
            {hash}
          </code>
        </p>
      )}
      {payment !== null && (
        <p>
          {t('withdrawal.address')}{' '}
          <code translate="no" className="wrap-anywhere">
            {payment.address}
          </code>
        </p>
      )}
    </li>
  );
}

interface NamingProps {
  readonly halt: OperatorChainHalt;
  readonly first: Transaction;
  /** The number of transactions that are named at once. */
  readonly all: number;
}

function Naming({ halt, first, all }: NamingProps) {
  const t = useText('operator');
  const format = useFormat();
  const { nonce, hash, withdrawals } = first;
  const decision = useDecision(NAME_FOREIGN_TRANSACTION, halt, {
    id: halt.id,
    nonce: String(nonce),
    lastNonce: String(nonce + all - 1),
    transactionHash: hash ?? '',
    // The withdrawal with its terms: a wrong "none" would pay it again.
    withdrawalId: (hash !== null && withdrawals[0]?.id) || '',
  });
  const { fields, problems, edit } = decision.form;
  const problemText = useProblemText(problems);
  const title = all > 1 ? t('chainHalt.adopt') : t('chainHalt.name', { nonce });
  const payable = withdrawals.map((one) => ({
    value: one.id,
    label: `#${one.id} · ${format.amount(one.amount)} ${one.currency_code}`,
  }));
  return (
    <>
      <Button kind="secondary" size="small" className="self-start" onClick={decision.open}>
        {title}
      </Button>
      <DecisionSheet title={title} decision={decision} submitLabel={title}>
        {all === 1 && (
          <>
            <SelectField
              name="withdrawal_id"
              label={t('chainHalt.withdrawal')}
              value={fields.withdrawalId}
              options={[{ value: '', label: t('chainHalt.noWithdrawal') }, ...payable]}
              onChange={(withdrawalId) => edit({ withdrawalId })}
            />
            <TextField
              name="transaction_hash"
              label={t('withdrawal.hash')}
              value={fields.transactionHash}
              onChange={(transactionHash) => edit({ transactionHash })}
              problem={problemText('transactionHash')}
            />
          </>
        )}
      </DecisionSheet>
    </>
  );
}
