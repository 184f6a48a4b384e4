/** The frame of chart screens, with its pending and missing states. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconBack } from '../../../ui/icons.ts';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import type { PairsView } from '../../parts/market/use-pairs.ts';
import { LiveFrame } from '../../parts/live-frame.tsx';
import { useGoBack } from '../../parts/use-go-back.ts';

interface KlineScreenProps {
  /** The pair's name, also in the browser's tab. */
  readonly title: string;
  /** Replaces the title with more than the name: the switcher. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /** Fixed at the bottom, within reach of the thumb. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Frame of both chart pages: connection banner, back button, pair, actions. */
export function KlineScreen(props: KlineScreenProps) {
  const { title, heading, actions, footer, children } = props;
  const t = useText('common');
  const goBack = useGoBack('/market');
  usePageTitle(title);
  return (
    <div className="flex h-full flex-col short:flex-row">
      <div className="min-h-0 min-w-0 flex-1">
        <LiveFrame>
          <Screen
            width="wide"
            className="px-gutter pt-1 pb-6 short:pt-0"
            header={
              <header className="flex min-h-bar items-center gap-0.5 px-1.5 short:min-h-11">
                <IconButton icon={IconBack} label={t('action.back')} onClick={goBack} />
                <h1 className="flex min-w-0 flex-1">
                  {heading ?? <span className="truncate px-2 text-lg font-semibold">{title}</span>}
                </h1>
                {actions}
              </header>
            }
          >
            {children}
          </Screen>
        </LiveFrame>
      </div>
      {footer}
    </div>
  );
}

/** Shown if the address names no existing pair. */
export function PairNotFound() {
  const t = useText('market');
  return (
    <KlineScreen title={t('list.title')}>
      <div role="alert">
        <EmptyState
          title={t('pair.notFound')}
          hint={t('pair.notFoundHint')}
          action={
            <Link to="/market" replace className={buttonStyle('primary', 'small')}>
              {t('pair.toMarkets')}
            </Link>
          }
        />
      </div>
    </KlineScreen>
  );
}

interface PairPendingProps {
  /** The symbol in the address. */
  readonly symbol: string | null;
  readonly view: PairsView<unknown>;
}

/** Shown until the pairs are loaded; reports the reason if they do not load. */
export function PairPending({ symbol, view }: PairPendingProps) {
  const t = useText('market');
  const { status, error, retry } = view;
  return (
    <KlineScreen title={symbol ?? t('list.title')}>
      {status === 'failure' ? <ErrorState error={error} onRetry={retry} /> : <KlineSkeleton />}
    </KlineScreen>
  );
}

function KlineSkeleton() {
  const t = useText('market');
  return (
    <output aria-label={t('list.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-6 w-24" />
      <Skeleton className="h-[clamp(17rem,48dvh,33rem)]" />
    </output>
  );
}
