/** The screen of token offerings: drafts and offerings, and the tokens that issuers handed in. */
import type { OfferingDesk } from '../../../../contract/operator/schemas/ieo.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ASK_OFFERING_FUNDING } from '../../forms/fund-forms.ts';
import { APPROVE_OFFERING_FUNDING, WITHDRAW_OFFERING_FUNDING } from '../../forms/record-forms.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CurrencyFund } from '../parts/currency-fund.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { NewDraft } from './offering-draft.tsx';
import { OfferingRow } from './offering-row.tsx';

/** Offerings, and the tokens behind them. */
export function OfferingsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('getOfferingDesk', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.offerings')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>{(desk) => <Desk desk={desk} />}</RecordView>
    </Screen>
  );
}

interface DeskProps {
  readonly desk: OfferingDesk;
}

function Desk({ desk }: DeskProps) {
  const t = useText('operator');
  const currencies = desk.tokens.map(({ currency_id: id, currency_code: label }) => ({
    value: String(id),
    label,
  }));
  return (
    <>
      <CurrencyFund
        title={t('offering.fund')}
        amounts={desk.tokens}
        promisedLabel={t('offering.promised')}
        funds={desk.funds}
        subject={['offering_fund', 'tokens']}
        ask={ASK_OFFERING_FUNDING}
        approve={APPROVE_OFFERING_FUNDING}
        withdraw={WITHDRAW_OFFERING_FUNDING}
        currencies={currencies}
      />
      <div className="flex flex-col gap-3 border-t border-line py-4">
        <NewDraft desk={desk} currencies={currencies} />
        <LastActNote act={desk.last_act} kind="offering" id="list" />
      </div>
      {desk.offerings.length === 0 && <p className="text-muted">{t('offering.none')}</p>}
      <ul
        aria-label={t('section.offerings')}
        className="flex flex-col divide-y divide-line border-t border-line"
      >
        {desk.offerings.map((offering) => (
          <li key={offering.id}>
            <OfferingRow offering={offering} desk={desk} currencies={currencies} />
          </li>
        ))}
      </ul>
    </>
  );
}
