/** The screen of the user's savings: in effect or expired; `?id=` opens one. */
import { STAKING_STATES, type StakingState } from '../../../contract/staking/staking-kinds.ts';
import { useStakingPositions } from '../../app/staking/use-staking-positions.ts';
import { useText } from '../../i18n/use-text.ts';
import { RecordsByState, StateRecords } from '../parts/records-by-state.tsx';
import { PositionDetails } from './position-details.tsx';
import { PositionRow } from './position-row.tsx';

/** /storage-currency-history: every position, the newest first. */
export function StakingPositionsScreen() {
  const t = useText('staking');
  return (
    <RecordsByState
      title={t('mine')}
      backTo="/storage-currency-list"
      scrollKey="staking-positions"
      states={STAKING_STATES}
      labelOf={(state) => t(`state.${state}`)}
      detailsTitle={t('details')}
      details={PositionDetails}
    >
      {(state) => <Positions key={state} state={state} />}
    </RecordsByState>
  );
}

function Positions({ state }: { readonly state: StakingState }) {
  const t = useText('staking');
  const list = useStakingPositions(state);
  return (
    <StateRecords
      list={list}
      entries={list.positions}
      label={t(`state.${state}`)}
      loadingLabel={t('loading')}
      empty={{
        title: t(`empty.${state}`),
        hint: t('emptyHint'),
        to: '/storage-currency-list',
        toText: t('products'),
      }}
      keyOf={({ id }) => id}
    >
      {(position) => <PositionRow position={position} />}
    </StateRecords>
  );
}
