/** The screen of all offerings of tokens. */
import { useOfferings } from '../../app/ieo/use-offerings.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconRecords } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { HeaderLink } from '../parts/header-link.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { OfferingCard } from './offering-card.tsx';

/** /ieo-list: open offerings first, then those to come, then the ended ones. */
export function OfferingsScreen() {
  const t = useText('ieo');
  const { query, offerings } = useOfferings();
  return (
    <WalletScreen
      title={t('title')}
      backTo="/home"
      width="wide"
      scrollKey="offerings"
      actions={<HeaderLink to="/ieo-history" icon={IconRecords} label={t('mine')} />}
    >
      {query.status === 'loading' && <SkeletonRows label={t('loading')} rows={4} />}
      {query.status === 'failure' && <ErrorState error={query.error} onRetry={query.retry} />}
      {query.status === 'success' && offerings.length === 0 && (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      )}
      <ul aria-label={t('title')} className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
        {offerings.map((offering) => (
          <li key={offering.id} className="min-w-0">
            <OfferingCard offering={offering} />
          </li>
        ))}
      </ul>
    </WalletScreen>
  );
}
