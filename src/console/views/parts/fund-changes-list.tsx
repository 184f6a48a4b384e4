/** Changes of a fund whose requests name one amount in one currency. */
import type { FundChanges } from '../../../../contract/operator/schemas/funds.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { FundAsk, FundFields } from '../../forms/fund-forms.ts';
import type { OperatorForm } from '../../forms/operator-form.ts';
import type { IdFields, Verdict } from '../../forms/record-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FundChangeForm } from './fund-change-form.tsx';
import { FundingRequests } from './funding-requests.tsx';

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

/** A form for a new change, and the latest changes. */
export function FundChangesList<
  Ask extends FundAsk,
  Approve extends Verdict,
  Withdraw extends Verdict,
>(props: FundChangesListProps<Ask, Approve, Withdraw>) {
  const { funds, subject, ask, approve, withdraw, currencies = [] } = props;
  const t = useText('operator');
  const format = useFormat();
  const change = useDecision(ask, funds, { currency: currencies[0]?.value ?? '', amount: '' });
  return (
    <FundingRequests
      funds={funds}
      changes={funds.changes}
      lineOf={(one) => `${format.amount(one.amount)} ${one.currency_code}`}
      subject={subject}
      approve={approve}
      withdraw={withdraw}
    >
      <FundChangeForm
        funds={funds}
        decision={change}
        amounts={[{ field: 'amount', label: t('fund.amount') }]}
      >
        {currencies.length > 0 && (
          <>
            <p className="text-sm text-muted">{t('fund.withoutPrice')}</p>
            <SelectField
              name="currency"
              label={t('fund.currency')}
              value={change.form.fields.currency}
              options={currencies}
              onChange={(currency) => change.form.edit({ currency })}
            />
          </>
        )}
      </FundChangeForm>
    </FundingRequests>
  );
}
