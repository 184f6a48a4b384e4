/** Changes of the funds of contracts: the pool and the insurance fund. */
import type { OperatorLeverFunds } from '../../../../contract/operator/schemas/lever.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ASK_LEVER_FUNDING } from '../../forms/lever-forms.ts';
import { APPROVE_LEVER_FUNDING, WITHDRAW_LEVER_FUNDING } from '../../forms/record-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FundChangeForm } from '../parts/fund-change-form.tsx';
import { FundingRequests } from '../parts/funding-requests.tsx';

interface LeverFundsProps {
  readonly funds: OperatorLeverFunds;
}

/** A form for a new change, and the latest changes. */
export function LeverFunds({ funds }: LeverFundsProps) {
  const t = useText('operator');
  const format = useFormat();
  const ask = useDecision(ASK_LEVER_FUNDING, funds, { pool: '0', insurance: '0' });
  return (
    <FundingRequests
      funds={funds}
      changes={funds.fundings}
      lineOf={({ pool, insurance }) =>
        t('lever.funding.line', {
          pool: format.amount(pool),
          insurance: format.amount(insurance),
          currency: funds.currency_code,
        })
      }
      subject={['lever_fund', 'contracts']}
      approve={APPROVE_LEVER_FUNDING}
      withdraw={WITHDRAW_LEVER_FUNDING}
    >
      <FundChangeForm
        funds={funds}
        decision={ask}
        amounts={[
          { field: 'pool', label: t('lever.funding.pool') },
          { field: 'insurance', label: t('lever.funding.insurance') },
        ]}
      />
    </FundingRequests>
  );
}
