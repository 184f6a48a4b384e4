/** The screen of the user's savings: in effect or expired; `?id=` opens one. */
import { Link, useSearchParams } from 'react-router-dom';
import { STAKING_STATES, type StakingState } from '../../../contract/staking/staking-kinds.ts';
import { useStakingPositions } from '../../app/staking/use-staking-positions.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAddressChoice } from '../parts/filter-bar.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { RecordSheet } from '../parts/record-sheet.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { PositionDetails } from './position-details.tsx';
import { PositionRow } from './position-row.tsx';

/** /storage-currency-history: every position, the newest first. */
export function StakingPositionsScreen() {
  const t = useText('staking');
  const [address] = useSearchParams();
  const choose = useAddressChoice();
  const state: StakingState = address.get('state') === 'expired' ? 'expired' : 'in_effect';
  return (
    <WalletScreen title={t('mine')} backTo="/storage-currency-list" scrollKey="staking-positions">
      <Tabs
        label={t('mine')}
        value={state}
        onChange={(chosen) => choose('state', chosen === 'in_effect' ? '' : chosen)}
        tabs={STAKING_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
      >
        <Positions key={state} state={state} />
      </Tabs>
      <RecordSheet title={t('details')}>{(id) => <PositionDetails id={id} />}</RecordSheet>
    </WalletScreen>
  );
}

function Positions({ state }: { readonly state: StakingState }) {
  const t = useText('staking');
  const list = useStakingPositions(state);
  return (
    <PagedList
      list={list}
      entries={list.positions}
      label={t(`state.${state}`)}
      loadingLabel={t('loading')}
      empty={
        <EmptyState
          title={t(`empty.${state}`)}
          hint={t('emptyHint')}
          action={
            <Link to="/storage-currency-list" className={buttonStyle('primary', 'small')}>
              {t('products')}
            </Link>
          }
        />
      }
      keyOf={({ id }) => id}
    >
      {(position) => <PositionRow position={position} />}
    </PagedList>
  );
}
