/** Changes of a fund of the exchange: requests of operators, approvals by a second operator, and bookings. */
import type { FundChanges } from '../../../contract/operator/schemas/funds.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FundAsk, FundFields } from '../forms/fund-forms.ts';
import type { OperatorForm } from '../forms/operator-form.ts';
import type { IdFields, Verdict } from '../forms/record-forms.ts';
import { useDecision } from '../hooks/use-decision.ts';
import {
  AskedRequestRow,
  AskedRequests,
  FUNDING_TONE,
  RequestDecisions,
} from './lever/asked-requests.tsx';
import { DecisionSheet } from './decision-sheet.tsx';
import { LastActNote } from './last-act.tsx';

export interface FundChangesListProps<
  Ask extends FundAsk,
  Approve extends Verdict,
  Withdraw extends Verdict,
> {
  readonly funds: FundChanges;
  /** Names the fund in the audit log. */
  readonly subject: readonly [kind: 'micro_fund' | 'staking_fund' | 'offering_fund', id: string];
  readonly ask: OperatorForm<Ask, FundFields>;
  readonly approve: OperatorForm<Approve, IdFields>;
  readonly withdraw: OperatorForm<Withdraw, IdFields>;
  /** Currencies of the fund; empty for a fund of one currency. */
  readonly currencies?: readonly { readonly value: string; readonly label: string }[];
}

/** The latest changes, and a form for a new one. */
export function FundChangesList<
  Ask extends FundAsk,
  Approve extends Verdict,
  Withdraw extends Verdict,
>(props: FundChangesListProps<Ask, Approve, Withdraw>) {
  const { funds, subject, ask, approve, withdraw, currencies = [] } = props;
  const t = useText('operator');
  const format = useFormat();
  const [kind, id] = subject;
  return (
    <div className="flex flex-col gap-3">
      <AskForChange funds={funds} ask={ask} currencies={currencies} />
      <AskedRequests
        requests={funds.changes}
        label={t('lever.funding.list')}
        empty={t('lever.funding.empty')}
      >
        {(change) => {
          const line = `${format.amount(change.amount)} ${change.currency_code}`;
          return (
            <AskedRequestRow
              request={change}
              title={line}
              state={{
                tone: FUNDING_TONE[change.state],
                text: t(`lever.funding.${change.state}`),
              }}
              decisions={
                <RequestDecisions
                  id={change.id}
                  subject={line}
                  record={funds}
                  approve={approve}
                  withdraw={withdraw}
                />
              }
            />
          );
        }}
      </AskedRequests>
      <LastActNote act={funds.last_act} kind={kind} id={id} />
    </div>
  );
}

/** Currency of the limit of a day. */
const LIMIT_CURRENCY = 'USDT';

interface AskForChangeProps<Ask extends FundAsk> {
  readonly funds: FundChanges;
  readonly ask: OperatorForm<Ask, FundFields>;
  readonly currencies: readonly { readonly value: string; readonly label: string }[];
}

function AskForChange<Ask extends FundAsk>({ funds, ask, currencies }: AskForChangeProps<Ask>) {
  const t = useText('operator');
  const format = useFormat();
  const change = useDecision(ask, funds, { currency: currencies[0]?.value ?? '', amount: '' });
  const { fields, problems, edit } = change.form;
  return (
    <div>
      <Button kind="secondary" size="small" onClick={change.open}>
        {t('lever.funding.ask')}
      </Button>
      <DecisionSheet
        title={t('lever.funding.ask')}
        decision={change}
        submitLabel={t('lever.funding.ask')}
      >
        <p className="text-sm text-muted">
          {t('lever.funding.hint', {
            used: format.amount(funds.day_used),
            limit: format.amount(funds.day_limit),
            currency: LIMIT_CURRENCY,
          })}
        </p>
        {currencies.length > 0 && (
          <>
            <p className="text-sm text-muted">{t('fund.withoutPrice')}</p>
            <SelectField
              name="currency"
              label={t('fund.currency')}
              value={fields.currency}
              options={currencies}
              onChange={(currency) => edit({ currency })}
            />
          </>
        )}
        <TextField
          name="amount"
          label={t('fund.amount')}
          value={fields.amount}
          onChange={(amount) => edit({ amount })}
          problem={
            problems.some(({ field }) => field === 'amount') ? t('lever.problem') : undefined
          }
        />
      </DecisionSheet>
    </div>
  );
}
