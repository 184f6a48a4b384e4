/** Requests to change a fund of the exchange: their form, approvals by a second operator, and bookings. */
import type { ReactNode } from 'react';
import type { FundChange } from '../../../../contract/operator/schemas/funds.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { OperatorForm } from '../../forms/operator-form.ts';
import type { IdFields, Verdict } from '../../forms/record-forms.ts';
import type { DecidedRecord } from '../../hooks/use-decision.ts';
import { LastActNote } from './last-act.tsx';
import { AskedRequestRow, AskedRequests, RequestDecisions } from './asked-requests.tsx';

const TONE = {
  waiting: 'warn',
  approved: 'accent',
  booked: 'up',
  refused: 'down',
  withdrawn: 'down',
} as const;

interface FundingRequestsProps<
  Change extends FundChange,
  Approve extends Verdict,
  Withdraw extends Verdict,
> {
  readonly funds: DecidedRecord;
  readonly changes: readonly Change[];
  /** Names a change by its amounts. */
  readonly lineOf: (change: Change) => string;
  /** Names the fund in the audit log. */
  readonly subject: readonly [
    kind: 'lever_fund' | 'micro_fund' | 'staking_fund' | 'offering_fund',
    id: string,
  ];
  readonly approve: OperatorForm<Approve, IdFields>;
  readonly withdraw: OperatorForm<Withdraw, IdFields>;
  /** The form that asks for a change. */
  readonly children: ReactNode;
}

/** A form for a new change, and the latest changes. */
export function FundingRequests<
  Change extends FundChange,
  Approve extends Verdict,
  Withdraw extends Verdict,
>(props: FundingRequestsProps<Change, Approve, Withdraw>) {
  const { funds, changes, lineOf, subject, approve, withdraw, children } = props;
  const t = useText('operator');
  const [kind, id] = subject;
  return (
    <div className="flex flex-col gap-3">
      {children}
      <AskedRequests
        requests={changes}
        label={t('lever.funding.list')}
        empty={t('lever.funding.empty')}
      >
        {(change) => (
          <AskedRequestRow
            request={change}
            title={lineOf(change)}
            state={{ tone: TONE[change.state], text: t(`lever.funding.${change.state}`) }}
            decisions={
              <RequestDecisions
                id={change.id}
                subject={lineOf(change)}
                record={funds}
                approve={approve}
                withdraw={withdraw}
              />
            }
          />
        )}
      </AskedRequests>
      <LastActNote act={funds.last_act} kind={kind} id={id} />
    </div>
  );
}
