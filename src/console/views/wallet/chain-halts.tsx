/** The list of chains with closed withdrawals, and the form that ends a halt. */
import type { OperatorChainHalt } from '../../../../contract/operator/schemas/custody.ts';
import type { ProblemName } from '../../../../machines/app/core/problem.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useErrorText } from '../../../i18n/use-error-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ACKNOWLEDGE_CHAIN_HALT } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { ForeignTransactions } from './foreign-transactions.tsx';

/** Chains whose withdrawals are closed, with the reasons; nothing if there are none. */
export function ChainHalts() {
  const query = useOperatorQuery('listChainHalts', {}, FOLLOW_MS.list);
  if (query.data === null)
    return query.status === 'failure' && <Unknown error={query.error} onRetry={query.retry} />;
  const { halts } = query.data;
  return halts.length > 0 && <HaltList halts={halts} />;
}

interface UnknownProps {
  readonly error: ProblemName | null;
  readonly onRetry: () => void;
}

/** A list that cannot be loaded is not taken for an empty one. */
function Unknown({ error, onRetry }: UnknownProps) {
  const t = useText('operator');
  const errorText = useErrorText();
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-down-soft p-3 text-sm"
    >
      <p className="min-w-48 flex-1">
        {t('chainHalt.unknown')} {error && errorText(error)}
      </p>
      <Button kind="secondary" size="small" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
}

function HaltList({ halts }: { readonly halts: readonly OperatorChainHalt[] }) {
  const t = useText('operator');
  return (
    <section
      aria-labelledby="chain-halts"
      className="mb-3 flex flex-col gap-3 rounded-card bg-down-soft p-3 text-sm"
    >
      <h2 id="chain-halts" className="font-semibold text-down">
        {t('chainHalt.title')}
      </h2>
      <p>{t('chainHalt.hint')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {halts.map((halt) => (
          <HaltRow key={halt.id} halt={halt} />
        ))}
      </ul>
    </section>
  );
}

function HaltRow({ halt }: { readonly halt: OperatorChainHalt }) {
  const t = useText('operator');
  const format = useFormat();
  const decision = useDecision(ACKNOWLEDGE_CHAIN_HALT, halt, { id: halt.id });
  return (
    <li data-testid="chain-halt" className="flex flex-wrap items-center gap-3 py-2">
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">
          {halt.chain_name} · {t(`chainHalt.cause.${halt.cause}`)}
        </h3>
        <p>{t('chainHalt.since', { time: format.dateTime(halt.began_at) })}</p>
        <code translate="no" className="wrap-anywhere">
          {halt.detail}
        </code>
      </div>
      {halt.cause === 'foreign_nonces' && <ForeignTransactions halt={halt} />}
      <Button kind="secondary" size="small" onClick={decision.open}>
        {t('chainHalt.end')}
      </Button>
      <DecisionSheet
        title={`${t('chainHalt.end')} · ${halt.chain_name}`}
        decision={decision}
        submitLabel={t('chainHalt.end')}
        isDanger
      />
    </li>
  );
}
