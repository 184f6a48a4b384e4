import type { ComponentType } from 'react';
import type { LaterFeature } from '../../views/shell/later-feature.ts';

/** anonymous: the sign-in pages, not for people who are signed in. user: everything else (SPEC 2). */
export type RouteAudience = 'anonymous' | 'user';

export interface AppRoute {
  readonly path: `/${string}`;
  readonly audience: RouteAudience;
  /** Shown inside the main layout, above the tab bar. */
  readonly isTab?: true;
  /** Outside the main layout, with the socket open: fills are said there as on the tabs. */
  readonly isLive?: true;
  /** Needs real-name verification (SPEC 5). */
  readonly isGated?: true;
  /** Loads the page's script. */
  load(): Promise<ComponentType>;
}

const auth = (path: AppRoute['path'], load: AppRoute['load']): AppRoute => ({
  path,
  audience: 'anonymous',
  load,
});
const page = (path: AppRoute['path'], load: AppRoute['load']): AppRoute => ({
  path,
  audience: 'user',
  load,
});
const tab = (path: AppRoute['path'], load: AppRoute['load']): AppRoute => ({
  ...page(path, load),
  isTab: true,
});
const live = (path: AppRoute['path'], load: AppRoute['load']): AppRoute => ({
  ...page(path, load),
  isLive: true,
});

/** A page that a later release brings: it says so. */
const notYet = (feature: LaterFeature) => async () =>
  (await import('./not-yet-page.tsx')).notYetPage(feature);

/** Every page of the product. An unknown path leads to `/`, and that to /home. */
export const ROUTES: readonly AppRoute[] = [
  auth('/login', async () => (await import('../../views/auth/login-screen.tsx')).LoginScreen),
  auth('/forget', async () => (await import('../../views/auth/forget-screen.tsx')).ForgetScreen),
  auth(
    '/register',
    async () => (await import('../../views/auth/register-screen.tsx')).RegisterScreen,
  ),

  tab('/home', async () => (await import('../../views/home/home-screen.tsx')).HomeScreen),
  tab('/market', async () => (await import('../../views/market/market-screen.tsx')).MarketScreen),
  {
    ...tab('/trade', async () => (await import('../../views/trade/trade-screen.tsx')).TradeScreen),
    isGated: true,
  },
  tab('/lever', notYet('lever')),
  tab('/assets', notYet('assets')),

  live(
    '/coinKline',
    async () => (await import('../../views/kline/coin-kline-screen.tsx')).CoinKlineScreen,
  ),
  live(
    '/forexKline',
    async () => (await import('../../views/kline/forex-kline-screen.tsx')).ForexKlineScreen,
  ),
  live(
    '/trade-detail',
    async () => (await import('../../views/trade/trade-detail-screen.tsx')).TradeDetailScreen,
  ),
  page('/micro-trade', notYet('microTrade')),
  page('/forex-micro-trade', notYet('microTrade')),
  page('/lever-my-trade', notYet('lever')),
  page('/storage-currency-list', notYet('storageCurrency')),
  page('/storage-currency-history', notYet('storageCurrency')),
  page('/recharge', notYet('deposit')),
  page('/recharge-record', notYet('deposit')),
  page('/withdrawal', notYet('assets')),
  page('/withdrawal-record', notYet('assets')),
  page('/transfer', notYet('assets')),
  page('/transfer-record', notYet('assets')),
  page(
    '/user-center',
    async () => (await import('../../views/user/user-center-screen.tsx')).UserCenterScreen,
  ),
  page(
    '/user-review',
    async () => (await import('../../views/user/user-center-screen.tsx')).UserCenterScreen,
  ),
  page('/secure-center', notYet('security')),
  page('/change-login-passwd', notYet('security')),
  page('/change-pay-passwd', notYet('security')),
  page('/share-code', notYet('shareCode')),
  page(
    '/about-us',
    async () => (await import('../../views/content/about-us-screen.tsx')).AboutUsScreen,
  ),
  page(
    '/about-us-content',
    async () =>
      (await import('../../views/content/about-us-content-screen.tsx')).AboutUsContentScreen,
  ),
  page('/feedback', notYet('feedback')),
  page('/feedback-list', notYet('feedback')),
  page('/feedback-details', notYet('feedback')),
  page(
    '/help-center',
    async () => (await import('../../views/content/help-center-screen.tsx')).HelpCenterScreen,
  ),
  page(
    '/help-details',
    async () => (await import('../../views/content/help-details-screen.tsx')).HelpDetailsScreen,
  ),
  page(
    '/activity-center',
    async () =>
      (await import('../../views/content/activity-center-screen.tsx')).ActivityCenterScreen,
  ),
  page(
    '/activity-details',
    async () =>
      (await import('../../views/content/activity-details-screen.tsx')).ActivityDetailsScreen,
  ),
  page(
    '/private-policy',
    async () => (await import('../../views/content/private-policy-screen.tsx')).PrivatePolicyScreen,
  ),
  page(
    '/notice-center',
    async () => (await import('../../views/content/notice-center-screen.tsx')).NoticeCenterScreen,
  ),
  page(
    '/notice-details',
    async () => (await import('../../views/content/notice-details-screen.tsx')).NoticeDetailsScreen,
  ),
];
