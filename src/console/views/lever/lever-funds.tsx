/** Changes of the funds of contracts: what operators ask for, what a second operator must approve, and what is booked. */
import type { OperatorLeverFunds } from '../../../../contract/operator/schemas/lever.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  APPROVE_LEVER_FUNDING,
  ASK_LEVER_FUNDING,
  WITHDRAW_LEVER_FUNDING,
} from '../../forms/lever-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../decision-sheet.tsx';
import { LastActNote } from '../last-act.tsx';

const TONE = {
  waiting: 'warn',
  approved: 'accent',
  booked: 'up',
  refused: 'down',
  withdrawn: 'down',
} as const;

interface LeverFundsProps {
  readonly funds: OperatorLeverFunds;
}

/** The latest changes, and a form for a new one. */
export function LeverFunds({ funds }: LeverFundsProps) {
  const t = useText('operator');
  return (
    <div className="flex flex-col gap-3">
      <AskForFunding funds={funds} />
      {funds.fundings.length === 0 ? (
        <p className="text-sm text-muted">{t('lever.funding.empty')}</p>
      ) : (
        <ul aria-label={t('lever.funding.list')} className="flex flex-col divide-y divide-line">
          {funds.fundings.map((funding) => (
            <li key={funding.id}>
              <FundingRow funds={funds} funding={funding} />
            </li>
          ))}
        </ul>
      )}
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
    <section aria-label={line} className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          {line}
          <Badge tone={TONE[funding.state]}>{t(`lever.funding.${funding.state}`)}</Badge>
        </p>
        <p className="text-sm text-muted">
          {t('act.by', { name: funding.asked_by, time: format.dateTime(funding.asked_at) })}
        </p>
      </div>
      {funding.is_waiting && <FundingDecisions funds={funds} funding={funding} />}
    </section>
  );
}

function FundingDecisions({ funds, funding: { id } }: FundingRowProps) {
  const t = useText('operator');
  const approve = useDecision(APPROVE_LEVER_FUNDING, funds, { id });
  const withdraw = useDecision(WITHDRAW_LEVER_FUNDING, funds, { id });
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="secondary" size="small" onClick={approve.open}>
        {t('lever.funding.approve')}
      </Button>
      <Button kind="quiet" size="small" onClick={withdraw.open}>
        {t('lever.funding.withdraw')}
      </Button>
      <DecisionSheet
        title={t('lever.funding.approve')}
        decision={approve}
        submitLabel={t('lever.funding.approve')}
      />
      <DecisionSheet
        title={t('lever.funding.withdraw')}
        decision={withdraw}
        submitLabel={t('lever.funding.withdraw')}
      />
    </div>
  );
}
