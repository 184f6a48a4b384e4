/** The screen of fast contracts on coins and on forex. */
import { useLocation, useSearchParams } from 'react-router-dom';
import { useOpenMicroOrders } from '../../app/micro/use-micro-orders.ts';
import { useMicroProducts } from '../../app/micro/use-micro-products.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useRiskStanding } from '../../app/people/use-risk-standing.ts';
import { LiveFrame } from '../parts/live-frame.tsx';
import { ProductOff } from '../parts/risk-gate.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';
import { microKind } from './micro-address.ts';
import { MicroDesk } from './micro-desk.tsx';
import { OwnOrders } from './own-orders.tsx';

/** Interval at which terms and trading hours reload. */
const PRODUCTS_EVERY_MS = 15 * SECOND_MS;

/** Coins or forex by the path. ?instrument=: the instrument of the address, otherwise the first one. */
export function MicroScreen() {
  return (
    <LiveFrame>
      <MicroProducts />
    </LiveFrame>
  );
}

function MicroProducts() {
  const kind = microKind(useLocation().pathname);
  const t = useText('micro');
  const goBack = useGoBack('/home');
  const { status, instruments, error, retry } = useMicroProducts(kind);
  const [address] = useSearchParams();
  useRefreshEvery(retry, PRODUCTS_EVERY_MS);
  const asked = address.get('instrument');
  const current = instruments.find(({ instrument }) => instrument === asked) ?? instruments[0];
  if (current !== undefined)
    return (
      <MicroDesk key={current.instrument} kind={kind} current={current} instruments={instruments} />
    );
  return (
    <Screen
      header={<PageHeader title={t('page.title')} onBack={goBack} />}
      className="flex flex-col gap-3 px-gutter"
    >
      <ProductOff product="micro" />
      {status === 'failure' && <ErrorState error={error} onRetry={retry} />}
      {status === 'success' && <NothingOffered />}
      {status === 'loading' && (
        <output aria-label={t('page.loading')} className="flex flex-col gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-72" />
          <Skeleton className="h-96" />
        </output>
      )}
    </Screen>
  );
}

/** Users still see what they had on an exchange that gave fast contracts up. */
function NothingOffered() {
  const t = useText('micro');
  const open = useOpenMicroOrders();
  const { isOff } = useRiskStanding('micro');
  if (!isOff) return <EmptyState title={t('page.empty')} hint={t('page.later')} />;
  return <OwnOrders open={open} instrument={null} first="history" />;
}
