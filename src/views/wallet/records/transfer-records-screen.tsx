/** The screen of all transfers; `?id=` opens one. */
import { Link, useSearchParams } from 'react-router-dom';
import { ACCOUNT_TYPES } from '../../../../contract/wallet/accounts.ts';
import type { Transfer } from '../../../../contract/wallet/wallet.ts';
import { usePages } from '../../../app/core/hooks/use-pages.ts';
import { useQuery } from '../../../app/core/hooks/use-query.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { FilterChoice } from '../../../ui/filter-choice.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { ACCOUNT_NAMES, accountName } from '../account-types.ts';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { FilterBar, useAddressChoice } from '../../parts/filter-bar.tsx';
import { CoinFilter, currencyIn } from './coin-filter.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { RecordLinks } from './record-links.tsx';
import { RecordRow } from './record-row.tsx';
import { RecordSheet, RecordState } from '../../parts/record-sheet.tsx';

/**
 * /transfer-record: every transfer between the user's accounts, the newest first; `?id=` opens one.
 */
export function TransferRecordsScreen() {
  const t = useText('wallet');
  const filter = useTransferFilter();
  const list = usePages('listTransfers', filter);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <WalletScreen
      title={t('transfer.records')}
      backTo="/assets"
      scrollKey="transfer-records"
      filters={
        <>
          <RecordLinks current="transfers" />
          <TransferFilters filter={filter} />
        </>
      }
    >
      <PagedList
        list={list}
        entries={list.pages.flatMap(({ transfers }) => transfers)}
        label={t('transfer.records')}
        loadingLabel={t('record.loadingList')}
        empty={
          isFiltered ? (
            <EmptyState title={t('record.noMatch')} hint={t('record.noMatchHint')} />
          ) : (
            <EmptyState
              title={t('transfer.empty')}
              hint={t('transfer.emptyHint')}
              action={
                <Link to="/transfer" className={buttonStyle('primary', 'small')}>
                  {t('actions.transfer')}
                </Link>
              }
            />
          )
        }
        keyOf={({ id }) => id}
      >
        {(transfer) => <TransferRow transfer={transfer} />}
      </PagedList>
      <RecordSheet title={t('transfer.details')}>{(id) => <TransferDetails id={id} />}</RecordSheet>
    </WalletScreen>
  );
}

interface TransferFilter {
  readonly currency_id?: string;
  readonly account_type_id?: string;
}

/** Returns the filter of the address; invalid values are ignored. */
function useTransferFilter(): TransferFilter {
  const [address] = useSearchParams();
  const account = address.get('account');
  return {
    ...currencyIn(address),
    ...(account !== null && /^[1-5]$/.test(account) && { account_type_id: account }),
  };
}

function TransferFilters({ filter }: { readonly filter: TransferFilter }) {
  const t = useText('wallet');
  const choose = useAddressChoice();
  return (
    <FilterBar>
      <CoinFilter value={filter.currency_id} />
      <FilterChoice
        label={t('holdings.account')}
        value={filter.account_type_id ?? ''}
        all={t('filter.allAccounts')}
        options={ACCOUNT_NAMES.map((name) => ({
          value: String(ACCOUNT_TYPES[name]),
          label: t(`account.${name}`),
        }))}
        onChange={(value) => choose('account', value)}
      />
    </FilterBar>
  );
}

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const t = useText('wallet');
  const format = useFormat();
  return (
    <RecordRow
      id={transfer.id}
      currencyId={transfer.currency_id}
      code={transfer.currency_code}
      amount={format.amount(transfer.amount)}
      title={`${t(`account.${accountName(transfer.from_account_type_id)}`)} → ${t(`account.${accountName(transfer.to_account_type_id)}`)}`}
      time={transfer.created_at}
    />
  );
}

function TransferDetails({ id }: { readonly id: string }) {
  const t = useText('wallet');
  const format = useFormat();
  return (
    <RecordState query={useQuery('getTransfer', { id })} missing="transfer_not_found">
      {(transfer) => (
        <>
          <RecordHead
            amount={<Amount value={transfer.amount} code={transfer.currency_code} />}
            tone="up"
            state={t('state.success')}
            hint={t('transfer.hint')}
          />
          <DetailList>
            <DetailRow name={t('transfer.from')}>
              {t(`account.${accountName(transfer.from_account_type_id)}`)}
            </DetailRow>
            <DetailRow name={t('transfer.to')}>
              {t(`account.${accountName(transfer.to_account_type_id)}`)}
            </DetailRow>
            <DetailRow name={t('record.time')}>{format.dateTime(transfer.created_at)}</DetailRow>
            <DetailRow name={t('record.number')}>{transfer.id}</DetailRow>
          </DetailList>
        </>
      )}
    </RecordState>
  );
}
