/** The screen of all deposits; `?id=` opens one. */
import { Link } from 'react-router-dom';
import { useDeposits } from '../../../app/wallet/use-deposits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { DepositDetails } from './deposit-details.tsx';
import { DepositRow } from './deposit-row.tsx';
import { RecordFilters, useRecordFilter } from './record-filters.tsx';
import { RecordLinks } from './record-links.tsx';
import { RecordSheet } from '../../parts/record-sheet.tsx';

/** /recharge-record: every deposit, the newest first; `?id=` opens one. */
export function DepositRecordsScreen() {
  const t = useText('wallet');
  const filter = useRecordFilter();
  const list = useDeposits(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <WalletScreen
      title={t('deposit.records')}
      backTo="/assets"
      scrollKey="deposit-records"
      filters={
        <>
          <RecordLinks current="deposits" />
          <RecordFilters filter={filter} />
        </>
      }
    >
      <PagedList
        list={list}
        entries={list.deposits}
        label={t('deposit.records')}
        loadingLabel={t('record.loadingList')}
        empty={
          isFiltered ? (
            <EmptyState title={t('record.noMatch')} hint={t('record.noMatchHint')} />
          ) : (
            <EmptyState
              title={t('deposit.empty')}
              hint={t('deposit.emptyHint')}
              action={
                <Link to="/recharge" className={buttonStyle('primary', 'small')}>
                  {t('actions.deposit')}
                </Link>
              }
            />
          )
        }
        keyOf={({ id }) => id}
      >
        {(deposit) => <DepositRow deposit={deposit} />}
      </PagedList>
      <RecordSheet title={t('deposit.details')}>{(id) => <DepositDetails id={id} />}</RecordSheet>
    </WalletScreen>
  );
}
