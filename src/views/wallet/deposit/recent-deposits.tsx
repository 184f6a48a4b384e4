/** The latest deposits of all coins, live. */
import { Link } from 'react-router-dom';
import { useDeposits } from '../../../app/wallet/use-deposits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { DepositRow } from '../records/deposit-row.tsx';

const SHOWN = 5;
const ALL = {};

/** The newest deposits of all coins, live. */
export function RecentDeposits() {
  const t = useText('wallet');
  const list = useDeposits(ALL);
  return (
    <section aria-labelledby="recent-title" className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="recent-title" className="font-semibold">
          {t('deposit.recent')}
        </h2>
        <Link to="/recharge-record" className="touch-target min-h-6 text-sm leading-6 text-accent">
          {t('common:action.more')}
        </Link>
      </div>
      {list.status === 'loading' && <SkeletonRows label={t('record.loadingList')} rows={3} />}
      {list.status === 'failure' && <ErrorState error={list.error} onRetry={list.retry} />}
      {list.status === 'success' && list.deposits.length === 0 && (
        <EmptyState title={t('deposit.empty')} hint={t('deposit.emptyHint')} />
      )}
      {list.status === 'success' && (
        <ul aria-labelledby="recent-title">
          {list.deposits.slice(0, SHOWN).map((deposit) => (
            <li key={deposit.id}>
              <DepositRow deposit={deposit} path="/recharge-record" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
