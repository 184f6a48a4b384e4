/** The screen of fast contracts: the pool, and every instrument with index, sources, exposure and products. */
import type { OperatorMicroDesk } from '../../../../contract/operator/schemas/micro.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { ASK_MICRO_FUNDING } from '../../forms/fund-forms.ts';
import { APPROVE_MICRO_FUNDING, WITHDRAW_MICRO_FUNDING } from '../../forms/record-forms.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { FundChangesList } from '../parts/fund-changes-list.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { AddDuration } from './micro-changes.tsx';
import { MicroInstrumentRow } from './micro-instrument-row.tsx';

/** Fast contracts, and the pool that pays them. */
export function MicroScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('getMicroDesk', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.fastContracts')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>{(desk) => <Desk desk={desk} />}</RecordView>
    </Screen>
  );
}

interface DeskProps {
  readonly desk: OperatorMicroDesk;
}

function Desk({ desk }: DeskProps) {
  const t = useText('operator');
  const { currency_code: code, instruments } = desk;
  if (desk.offerable.length === 0) return <p className="text-muted">{t('micro.none')}</p>;
  return (
    <>
      <section aria-label={t('micro.pool')} className="flex max-w-xl flex-col gap-2 pb-4">
        <h2 className="font-semibold">{t('micro.pool')}</h2>
        <DetailList>
          <DetailRow name={t('micro.poolFree')}>
            <Amount value={desk.pool_free} code={code} />
          </DetailRow>
          <DetailRow name={t('micro.poolReserved')}>
            <Amount value={desk.pool_reserved} code={code} />
          </DetailRow>
        </DetailList>
        <FundChangesList
          funds={desk.funds}
          subject={['micro_fund', 'pool']}
          ask={ASK_MICRO_FUNDING}
          approve={APPROVE_MICRO_FUNDING}
          withdraw={WITHDRAW_MICRO_FUNDING}
        />
      </section>
      <div className="flex flex-col gap-3 border-t border-line py-4">
        <AddDuration desk={desk} />
        <LastActNote act={desk.last_act} kind="micro_product" id="list" />
      </div>
      <ul
        aria-label={t('section.fastContracts')}
        className="flex flex-col divide-y divide-line border-t border-line"
      >
        {instruments.map((instrument) => (
          <li key={instrument.instrument}>
            <MicroInstrumentRow instrument={instrument} code={code} />
          </li>
        ))}
      </ul>
    </>
  );
}
