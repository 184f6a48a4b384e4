/** Changes of the funds of contracts: requests of operators, approvals by a second operator, and bookings. */
import type { OperatorLeverFunds } from '../../../../contract/operator/schemas/lever.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ASK_LEVER_FUNDING } from '../../forms/lever-forms.ts';
import { APPROVE_LEVER_FUNDING, WITHDRAW_LEVER_FUNDING } from '../../forms/record-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../decision-sheet.tsx';
import { LastActNote } from '../last-act.tsx';
import {
  AskedRequestRow,
  AskedRequests,
  FUNDING_TONE,
  RequestDecisions,
} from './asked-requests.tsx';

interface LeverFundsProps {
  readonly funds: OperatorLeverFunds;
}

/** The latest changes, and a form for a new one. */
export function LeverFunds({ funds }: LeverFundsProps) {
  const t = useText('operator');
  return (
    <div className="flex flex-col gap-3">
      <AskForFunding funds={funds} />
      <AskedRequests
        requests={funds.fundings}
        label={t('lever.funding.list')}
        empty={t('lever.funding.empty')}
      >
        {(funding) => <FundingRow funds={funds} funding={funding} />}
      </AskedRequests>
      <LastActNote act={funds.last_act} kind="lever_fund" id="contracts" />
    </div>
  );
}

function AskForFunding({ funds }: LeverFundsProps) {
  const t = useText('operator');
  const format = useFormat();
  const ask = useDecision(ASK_LEVER_FUNDING, funds, { pool: '0', insurance: '0' });
  const { fields, problems, edit } = ask.form;
  return (
    <div>
      <Button kind="secondary" size="small" onClick={ask.open}>
        {t('lever.funding.ask')}
      </Button>
      <DecisionSheet
        title={t('lever.funding.ask')}
        decision={ask}
        submitLabel={t('lever.funding.ask')}
      >
        <p className="text-sm text-muted">
          {t('lever.funding.hint', {
            used: format.amount(funds.day_used),
            limit: format.amount(funds.day_limit),
            currency: funds.currency_code,
          })}
        </p>
        {(['pool', 'insurance'] as const).map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`lever.funding.${field}`)}
            value={fields[field]}
            onChange={(value) => edit({ [field]: value })}
            problem={problems.some((one) => one.field === field) ? t('lever.problem') : undefined}
          />
        ))}
      </DecisionSheet>
    </div>
  );
}

interface FundingRowProps extends LeverFundsProps {
  readonly funding: OperatorLeverFunds['fundings'][number];
}

function FundingRow({ funds, funding }: FundingRowProps) {
  const t = useText('operator');
  const format = useFormat();
  const line = t('lever.funding.line', {
    pool: format.amount(funding.pool),
    insurance: format.amount(funding.insurance),
    currency: funds.currency_code,
  });
  return (
    <AskedRequestRow
      request={funding}
      title={line}
      state={{ tone: FUNDING_TONE[funding.state], text: t(`lever.funding.${funding.state}`) }}
      decisions={
        <RequestDecisions
          id={funding.id}
          subject={line}
          record={funds}
          approve={APPROVE_LEVER_FUNDING}
          withdraw={WITHDRAW_LEVER_FUNDING}
        />
      }
    />
  );
}
