/** The screen of contract trading. */
import { useSearchParams } from 'react-router-dom';
import { useLastLeverMarket } from '../../app/lever/use-last-lever-market.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { LeverDesk } from './lever-desk.tsx';
import { useFreshLeverPairs } from './use-fresh-lever-pairs.ts';

/** /lever?id=: the market of the address, otherwise the last one, otherwise the most popular one. */
export function LeverScreen() {
  const t = useText('lever');
  const view = useFreshLeverPairs();
  const [address] = useSearchParams();
  const [last] = useLastLeverMarket();
  const asked = Number(address.get('id') ?? last);
  const pair = view.pairs.find(({ market }) => market.id === asked) ?? view.pairs[0];
  if (pair !== undefined)
    return <LeverDesk key={pair.market.id} pair={pair} pairs={view.pairs} markets={view.markets} />;
  return (
    <Screen header={<PageHeader title={t('page.title')} />} className="px-gutter">
      {view.status === 'failure' && <ErrorState error={view.error} onRetry={view.retry} />}
      {view.status === 'success' && (
        <EmptyState title={t('page.empty')} hint={t('page.emptyHint')} />
      )}
      {view.status === 'loading' && (
        <output aria-label={t('page.loading')} className="flex flex-col gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-72" />
          <Skeleton className="h-96" />
        </output>
      )}
    </Screen>
  );
}
