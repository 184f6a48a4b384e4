/** Requests of operators that another operator decides on: their list, one of them, and the two decisions. */
import type { ReactNode } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { IdFields, Verdict } from '../../forms/record-forms.ts';
import { useDecision, type DecidedRecord } from '../../hooks/use-decision.ts';
import type { OperatorForm } from '../../forms/operator-form.ts';
import { DecisionButton } from './decision-button.tsx';

/** Fields that every request shows. */
interface AskedRequest {
  readonly id: string;
  readonly is_waiting: boolean;
  /** Name of the operator. */
  readonly asked_by: string;
  readonly asked_at: number;
}

interface AskedRequestsProps<Request extends AskedRequest> {
  /** Waiting ones first. */
  readonly requests: readonly Request[];
  readonly label: string;
  /** Stands there instead of an empty list. */
  readonly empty: string;
  readonly children: (request: Request) => ReactNode;
}

/** How many wait for another operator, and all requests. */
export function AskedRequests<Request extends AskedRequest>({
  requests,
  label,
  empty,
  children,
}: AskedRequestsProps<Request>) {
  const t = useText('operator');
  const waiting = requests.filter((request) => request.is_waiting).length;
  if (requests.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <>
      {waiting > 0 && (
        <p
          data-testid="waiting-requests"
          className="rounded-control bg-warn-soft p-3 text-sm text-warn"
        >
          {t('lever.waitingRequests', { count: waiting })}
        </p>
      )}
      <ul aria-label={label} className="flex flex-col divide-y divide-line">
        {requests.map((request) => (
          <li key={request.id}>{children(request)}</li>
        ))}
      </ul>
    </>
  );
}

interface AskedRequestRowProps {
  readonly request: AskedRequest;
  readonly title: string;
  /** The state in a word, in its color. */
  readonly state: { readonly tone: 'warn' | 'accent' | 'up' | 'down'; readonly text: string };
  /** Lines below the title. */
  readonly children?: ReactNode;
  /** The buttons of a request that waits. */
  readonly decisions: ReactNode;
}

/** Title, state and author of a request, and its buttons while it waits. */
export function AskedRequestRow({
  request,
  title,
  state,
  children,
  decisions,
}: AskedRequestRowProps) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <section aria-label={title} className="flex flex-wrap items-start gap-3 py-3">
      <div className="flex min-w-48 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          {title}
          <Badge tone={state.tone}>{state.text}</Badge>
        </p>
        {children}
        <p className="text-sm text-muted">
          {t('act.by', { name: request.asked_by, time: format.dateTime(request.asked_at) })}
        </p>
      </div>
      {request.is_waiting && decisions}
    </section>
  );
}

interface RequestDecisionsProps<Approve extends Verdict, Withdraw extends Verdict> {
  readonly id: string;
  /** Added to the titles of the forms. */
  readonly subject: string;
  readonly record: DecidedRecord;
  readonly approve: OperatorForm<Approve, IdFields>;
  readonly withdraw: OperatorForm<Withdraw, IdFields>;
  /** Stands in the form that approves. */
  readonly children?: ReactNode;
}

/** The buttons that approve and withdraw, with their forms. */
export function RequestDecisions<Approve extends Verdict, Withdraw extends Verdict>(
  props: RequestDecisionsProps<Approve, Withdraw>,
) {
  const t = useText('operator');
  const { id, subject, record, children } = props;
  const approve = useDecision(props.approve, record, { id });
  const withdraw = useDecision(props.withdraw, record, { id });
  return (
    <div className="flex flex-wrap gap-3">
      <DecisionButton label={t('lever.funding.approve')} subject={subject} decision={approve}>
        {children}
      </DecisionButton>
      <DecisionButton
        label={t('lever.funding.withdraw')}
        subject={subject}
        decision={withdraw}
        kind="quiet"
      />
    </div>
  );
}
