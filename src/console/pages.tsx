/** The pages of the console by route, each loaded lazily. */
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { ScreenLoading } from '../views/parts/screen-loading.tsx';
import { ConsoleLayout } from './views/console-layout.tsx';

const page = (path: string, load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }));
  return {
    path,
    element: (
      <Suspense fallback={<ScreenLoading />}>
        <Page />
      </Suspense>
    ),
  };
};

const PAGES = [
  {
    element: <ConsoleLayout />,
    children: [
      page('/', async () => (await import('./views/operator/overview-screen.tsx')).OverviewScreen),
      page(
        '/reviews',
        async () => (await import('./views/verification/reviews-screen.tsx')).ReviewsScreen,
      ),
      page(
        '/withdrawals',
        async () => (await import('./views/wallet/withdrawals-screen.tsx')).WithdrawalsScreen,
      ),
      page(
        '/disputes',
        async () => (await import('./views/fiat/disputes-screen.tsx')).DisputesScreen,
      ),
      page(
        '/fiat-ads',
        async () => (await import('./views/fiat/fiat-ads-screen.tsx')).FiatAdsScreen,
      ),
      page(
        '/feedback',
        async () => (await import('./views/feedback/feedback-screen.tsx')).FeedbackScreen,
      ),
      page('/users', async () => (await import('./views/identity/users-screen.tsx')).UsersScreen),
      page('/news', async () => (await import('./views/content/news-screen.tsx')).NewsScreen),
      page(
        '/markets',
        async () => (await import('./views/market/markets-screen.tsx')).MarketsScreen,
      ),
      page(
        '/contracts',
        async () => (await import('./views/lever/lever-markets-screen.tsx')).LeverMarketsScreen,
      ),
      page(
        '/fast-contracts',
        async () => (await import('./views/micro/micro-screen.tsx')).MicroScreen,
      ),
      page(
        '/savings',
        async () => (await import('./views/staking/staking-screen.tsx')).StakingScreen,
      ),
      page(
        '/offerings',
        async () => (await import('./views/ieo/offerings-screen.tsx')).OfferingsScreen,
      ),
      page('/coins', async () => (await import('./views/custody/coins-screen.tsx')).CoinsScreen),
      page(
        '/settings',
        async () => (await import('./views/operator/settings-screen.tsx')).SettingsScreen,
      ),
      page(
        '/ledger',
        async () => (await import('./views/operator/ledger-screen.tsx')).LedgerScreen,
      ),
      page('/jobs', async () => (await import('./views/operator/jobs-screen.tsx')).JobsScreen),
      page(
        '/courses',
        async () => (await import('./views/course/courses-screen.tsx')).CoursesScreen,
      ),
      page('/audit', async () => (await import('./views/operator/audit-screen.tsx')).AuditScreen),
      page(
        '/mailbox',
        async () => (await import('./views/operator/mailbox-screen.tsx')).MailboxScreen,
      ),
    ],
  },
  { path: '*', element: <Navigate to="/" replace /> },
];

/** The page of the address; its script is loaded with the first visit. */
export const ConsolePages = () => useRoutes(PAGES);
