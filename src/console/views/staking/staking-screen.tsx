/** The screen of savings: the fund that pays dividends, and every product with its terms. */
import type { OperatorStakingDesk } from '../../../../contract/operator/schemas/staking.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ASK_STAKING_FUNDING } from '../../forms/fund-forms.ts';
import { APPROVE_STAKING_FUNDING, WITHDRAW_STAKING_FUNDING } from '../../forms/record-forms.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CurrencyFund } from '../parts/currency-fund.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { AddStakingProduct } from './staking-changes.tsx';
import { StakingProductRow } from './staking-product-row.tsx';

/** Savings products, and the fund. */
export function StakingScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('getStakingDesk', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.savings')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>{(desk) => <Desk desk={desk} />}</RecordView>
    </Screen>
  );
}

interface DeskProps {
  readonly desk: OperatorStakingDesk;
}

function Desk({ desk }: DeskProps) {
  const t = useText('operator');
  const currencies = desk.fund.map(({ currency_id: id, currency_code: label }) => ({
    value: String(id),
    label,
  }));
  return (
    <>
      <CurrencyFund
        title={t('staking.fund')}
        amounts={desk.fund}
        promisedLabel={t('staking.promised')}
        funds={desk.funds}
        subject={['staking_fund', 'fund']}
        ask={ASK_STAKING_FUNDING}
        approve={APPROVE_STAKING_FUNDING}
        withdraw={WITHDRAW_STAKING_FUNDING}
        currencies={currencies}
      />
      <div className="flex flex-col gap-3 border-t border-line py-4">
        <AddStakingProduct desk={desk} currencies={currencies} />
        <LastActNote act={desk.last_act} kind="staking_product" id="list" />
      </div>
      {desk.products.length === 0 && <p className="text-muted">{t('staking.none')}</p>}
      <ul
        aria-label={t('section.savings')}
        className="flex flex-col divide-y divide-line border-t border-line"
      >
        {desk.products.map((product) => (
          <li key={product.id}>
            <StakingProductRow product={product} />
          </li>
        ))}
      </ul>
    </>
  );
}
