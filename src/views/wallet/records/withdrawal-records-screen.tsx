/** The screen of all withdrawals; `?id=` opens one. */
import { Link } from 'react-router-dom';
import { useWithdrawals } from '../../../app/wallet/use-withdrawals.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { RecordFilters, useRecordFilter } from './record-filters.tsx';
import { RecordLinks } from './record-links.tsx';
import { RecordSheet } from '../../parts/record-sheet.tsx';
import { WithdrawalDetails } from './withdrawal-details.tsx';
import { WithdrawalRow } from './withdrawal-row.tsx';

/** /withdrawal-record: every withdrawal, the newest first; `?id=` opens one. */
export function WithdrawalRecordsScreen() {
  const t = useText('wallet');
  const filter = useRecordFilter();
  const list = useWithdrawals(filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <WalletScreen
      title={t('withdrawal.records')}
      backTo="/assets"
      scrollKey="withdrawal-records"
      filters={
        <>
          <RecordLinks current="withdrawals" />
          <RecordFilters filter={filter} />
        </>
      }
    >
      <PagedList
        list={list}
        entries={list.withdrawals}
        label={t('withdrawal.records')}
        loadingLabel={t('record.loadingList')}
        empty={
          isFiltered ? (
            <EmptyState title={t('record.noMatch')} hint={t('record.noMatchHint')} />
          ) : (
            <EmptyState
              title={t('withdrawal.empty')}
              hint={t('withdrawal.emptyHint')}
              action={
                <Link to="/withdrawal" className={buttonStyle('primary', 'small')}>
                  {t('actions.withdraw')}
                </Link>
              }
            />
          )
        }
        keyOf={({ id }) => id}
      >
        {(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
      </PagedList>
      <RecordSheet title={t('withdrawal.details')}>
        {(id) => <WithdrawalDetails id={id} />}
      </RecordSheet>
    </WalletScreen>
  );
}
