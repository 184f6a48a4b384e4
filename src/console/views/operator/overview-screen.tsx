/** The start screen of the console: waiting work, ledger state and disk space. */
import { Link } from 'react-router-dom';
import type { QueueCounts } from '../../../../contract/operator/schemas/session.ts';
import { useText } from '../../../i18n/use-text.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { useDiskText } from './disk-room.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** The records that wait for an operator, the state of the ledger, and the free disk space. */
export function OverviewScreen() {
  const t = useText('operator');
  const counts = useOperatorQuery('countQueues', {}, FOLLOW_MS.list);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.overview')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={counts}>
        {(data) => (
          <>
            {data.is_lever_pool_in_debt && <PoolAlert />}
            <Queues counts={data} />
          </>
        )}
      </RecordView>
    </Screen>
  );
}

const GUARD_TONE = {
  open: 'text-up',
  reduce: 'text-warn',
  close: 'text-down',
  deleverage: 'text-down',
} as const;
const LEDGER_TONE = {
  consistent: 'text-up',
  unverified: 'text-warn',
  inconsistent: 'text-down',
} as const;

function Queues({ counts }: { readonly counts: QueueCounts }) {
  const t = useText('operator');
  const diskText = useDiskText(counts.disk);
  return (
    <ul className="grid grid-cols-1 gap-3 pt-1 sm:grid-cols-2 lg:grid-cols-3">
      <Tile to="/reviews" name={t('overview.reviews')} value={counts.reviews} />
      <Tile to="/withdrawals" name={t('overview.withdrawals')} value={counts.withdrawals} />
      <Tile
        to="/withdrawals?phase=manual_review"
        name={t('overview.manualReviews')}
        value={counts.manual_reviews}
      />
      <Tile
        to="/withdrawals"
        name={t('overview.damagedWithdrawals')}
        value={counts.damaged_withdrawals}
      />
      <Tile
        to="/withdrawals"
        name={t('overview.chainHalts')}
        value={counts.halted_chains}
        {...(counts.halted_chains > 0 && { tone: 'text-down' })}
      />
      <Tile to="/disputes" name={t('overview.disputes')} value={counts.disputes} />
      <Tile to="/feedback" name={t('overview.feedback')} value={counts.feedback} />
      <Tile to="/contracts" name={t('overview.leverRequests')} value={counts.lever_requests} />
      <Tile to="/fast-contracts" name={t('overview.microRequests')} value={counts.micro_requests} />
      <Tile to="/savings" name={t('overview.stakingRequests')} value={counts.staking_requests} />
      <Tile
        to="/offerings"
        name={t('overview.offeringRequests')}
        value={counts.offering_requests}
      />
      <Tile
        to="/contracts"
        name={t('lever.pool')}
        value={t(`lever.guard.${counts.lever_guard}`)}
        tone={GUARD_TONE[counts.lever_guard]}
      />
      <Tile
        to="/ledger"
        name={t('overview.ledger')}
        value={t(`overview.${counts.ledger}`)}
        tone={LEDGER_TONE[counts.ledger]}
      />
      <Tile
        to="/ledger"
        name={t('disk.free')}
        value={diskText}
        {...(counts.disk.is_low && { tone: 'text-down' })}
      />
    </ul>
  );
}

/** While the pool owes, no position opens before an operator funds it. */
function PoolAlert() {
  const t = useText('operator');
  return (
    <p role="alert" className="mb-3 rounded-control bg-down-soft p-3 text-sm text-down">
      <Link to="/contracts" className="underline">
        {t('lever.poolInDebt')}
      </Link>
    </p>
  );
}

interface TileProps {
  readonly to: string;
  readonly name: string;
  readonly value: number | string;
  readonly tone?: string;
}

function Tile({ to, name, value, tone = value === 0 ? 'text-muted' : 'text-ink' }: TileProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full min-h-24 flex-col justify-between gap-2 rounded-card border border-line bg-surface p-4 transition-colors duration-150 hover:border-edge"
      >
        <span className="text-sm text-muted">{name}</span>
        <span className={`text-2xl font-semibold tabular-nums ${tone}`}>{value}</span>
      </Link>
    </li>
  );
}
