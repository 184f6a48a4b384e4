/** The home screen. */
import { Suspense } from 'react';
import { useWaitingOrders } from '../../app/fiat/use-waiting-orders.ts';
import { useHasSubscriptions } from '../../app/ieo/use-has-subscriptions.ts';
import { useHasSavings } from '../../app/staking/use-has-savings.ts';
import { useFirstStepsMark } from '../../app/identity/use-first-steps-mark.ts';
import { Screen } from '../../ui/screen.tsx';
import { HomeBanner } from './home-banner.tsx';
import { HomeMarkets } from './home-markets.tsx';
import { HomeTopBar } from './home-top-bar.tsx';
import { NoticeTicker } from './notice-ticker.tsx';
import { PopularPairs } from './popular-pairs.tsx';
import { QuickTiles } from './quick-tiles.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const WaitingStrip = lazyPart(async () => (await import('./waiting-strip.tsx')).WaitingStrip);

const OwnProducts = lazyPart(async () => (await import('./own-products.tsx')).OwnProducts);

const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);

/** The start page: notices, links, the user's own savings and subscriptions, and the live markets. */
export function HomeScreen() {
  return (
    <Screen scrollKey="home" width="wide" header={<HomeTopBar />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-2 pb-6 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,27rem)] md:pe-gutter lg:gap-x-5 lg:px-2">
        <div className="flex flex-col gap-4 pt-1">
          <Waiting />
          <HomeBanner />
          <Start />
          <NoticeTicker />
          <QuickTiles />
          <PopularPairs />
          <Own />
        </div>
        <HomeMarkets />
      </div>
    </Screen>
  );
}

/** Renders nothing while no order waits. */
function Waiting() {
  const waiting = useWaitingOrders();
  return (
    waiting && (
      <Suspense fallback={null}>
        <WaitingStrip waiting={waiting} />
      </Suspense>
    )
  );
}

/** Renders nothing for a user who knows the exchange. */
function Start() {
  const { isShown, setMark } = useFirstStepsMark();
  return (
    isShown && (
      <Suspense fallback={null}>
        <FirstSteps setMark={setMark} />
      </Suspense>
    )
  );
}

/** Renders nothing without records, whose scripts and texts are large. */
function Own() {
  const hasSavings = useHasSavings();
  const hasSubscriptions = useHasSubscriptions();
  return (
    (hasSavings || hasSubscriptions) && (
      <Suspense fallback={null}>
        <OwnProducts />
      </Suspense>
    )
  );
}
