/** The table of routes: path, audience, gate and layout of each page. */
import type { ComponentType } from 'react';

/**
 * anonymous: the sign-in pages, not for signed-in users. public: a forgotten password, the hold of an account,
 * and the check of a fast contract, signed in or not. user: everything else (SPEC 2).
 */
type RouteAudience = 'anonymous' | 'public' | 'user';

export interface AppRoute {
  readonly path: `/${string}`;
  readonly audience: RouteAudience;
  /** Shown inside the main layout, above the tab bar. */
  readonly isTab?: true;
  /**
   * Outside the main layout, with an open socket: toasts about fills and verifications appear as on
   * the tabs.
   */
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
const anyone = (path: AppRoute['path'], load: AppRoute['load']): AppRoute => ({
  path,
  audience: 'public',
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

/** Coins or forex by the address; written once, because each import lists the scripts of its page. */
const micro = async () => (await import('../../views/micro/micro-screen.tsx')).MicroScreen;

/** Every page of the product. An unknown path leads to `/`, which leads to /home. */
export const ROUTES: readonly AppRoute[] = [
  auth('/login', async () => (await import('../../views/identity/login-screen.tsx')).LoginScreen),
  anyone(
    '/forget',
    async () => (await import('../../views/identity/forget-screen.tsx')).ForgetScreen,
  ),
  anyone('/hold', async () => (await import('../../views/identity/hold-screen.tsx')).HoldScreen),
  auth(
    '/register',
    async () => (await import('../../views/identity/register-screen.tsx')).RegisterScreen,
  ),

  tab('/home', async () => (await import('../../views/home/home-screen.tsx')).HomeScreen),
  tab('/market', async () => (await import('../../views/market/market-screen.tsx')).MarketScreen),
  {
    ...tab('/trade', async () => (await import('../../views/spot/trade-screen.tsx')).TradeScreen),
    isGated: true,
  },
  tab('/fiat', async () => (await import('../../views/fiat/fiat-screen.tsx')).FiatScreen),
  tab('/lever', async () => (await import('../../views/lever/lever-screen.tsx')).LeverScreen),
  tab('/assets', async () => (await import('../../views/wallet/assets-screen.tsx')).AssetsScreen),

  live(
    '/coinKline',
    async () => (await import('../../views/market/kline/coin-kline-screen.tsx')).CoinKlineScreen,
  ),
  live(
    '/forexKline',
    async () => (await import('../../views/market/kline/forex-kline-screen.tsx')).ForexKlineScreen,
  ),
  live(
    '/trade-detail',
    async () => (await import('../../views/spot/trade-detail-screen.tsx')).TradeDetailScreen,
  ),
  live(
    '/fiat-orders',
    async () => (await import('../../views/fiat/fiat-orders-screen.tsx')).FiatOrdersScreen,
  ),
  live(
    '/fiat-order',
    async () => (await import('../../views/fiat/fiat-order-screen.tsx')).FiatOrderScreen,
  ),
  live('/shop', async () => (await import('../../views/fiat/shop-screen.tsx')).ShopScreen),
  anyone(
    '/micro-verify',
    async () => (await import('../../views/micro/verify-screen.tsx')).VerifyScreen,
  ),
  anyone(
    '/micro-fairness',
    async () => (await import('../../views/micro/fairness-screen.tsx')).FairnessScreen,
  ),
  live('/micro-trade', micro),
  live('/forex-micro-trade', micro),
  live(
    '/lever-my-trade',
    async () => (await import('../../views/lever/my-trade-screen.tsx')).LeverMyTradeScreen,
  ),
  live(
    '/storage-currency-list',
    async () => (await import('../../views/staking/products-screen.tsx')).StakingProductsScreen,
  ),
  live(
    '/storage-currency-history',
    async () => (await import('../../views/staking/positions-screen.tsx')).StakingPositionsScreen,
  ),
  live(
    '/ieo-list',
    async () => (await import('../../views/ieo/offerings-screen.tsx')).OfferingsScreen,
  ),
  live(
    '/ieo-details',
    async () => (await import('../../views/ieo/offering-screen.tsx')).OfferingScreen,
  ),
  live(
    '/ieo-history',
    async () => (await import('../../views/ieo/subscriptions-screen.tsx')).SubscriptionsScreen,
  ),
  live(
    '/recharge',
    async () => (await import('../../views/wallet/deposit/recharge-screen.tsx')).RechargeScreen,
  ),
  live(
    '/recharge-record',
    async () =>
      (await import('../../views/wallet/records/deposit-records-screen.tsx')).DepositRecordsScreen,
  ),
  live(
    '/withdrawal',
    async () =>
      (await import('../../views/wallet/withdrawal/withdrawal-screen.tsx')).WithdrawalScreen,
  ),
  live(
    '/withdrawal-record',
    async () =>
      (await import('../../views/wallet/records/withdrawal-records-screen.tsx'))
        .WithdrawalRecordsScreen,
  ),
  live(
    '/transfer',
    async () => (await import('../../views/wallet/transfer/transfer-screen.tsx')).TransferScreen,
  ),
  live(
    '/transfer-record',
    async () =>
      (await import('../../views/wallet/records/transfer-records-screen.tsx'))
        .TransferRecordsScreen,
  ),
  live(
    '/user-center',
    async () => (await import('../../views/verification/user-center-screen.tsx')).UserCenterScreen,
  ),
  live(
    '/user-review',
    async () => (await import('../../views/verification/user-review-screen.tsx')).UserReviewScreen,
  ),
  live(
    '/secure-center',
    async () =>
      (await import('../../views/identity/security/secure-center-screen.tsx')).SecureCenterScreen,
  ),
  live(
    '/change-login-passwd',
    async () =>
      (await import('../../views/identity/security/change-password-screens.tsx'))
        .ChangeLoginPasswordScreen,
  ),
  live(
    '/change-pay-passwd',
    async () =>
      (await import('../../views/identity/security/change-password-screens.tsx'))
        .ChangePayPasswordScreen,
  ),
  live(
    '/my-shop',
    async () => (await import('../../views/fiat/merchant/my-shop-screen.tsx')).MyShopScreen,
  ),
  live(
    '/fiat-ad',
    async () => (await import('../../views/fiat/merchant/fiat-ad-screen.tsx')).FiatAdScreen,
  ),
  live(
    '/share-code',
    async () => (await import('../../views/people/share/share-code-screen.tsx')).ShareCodeScreen,
  ),
  page(
    '/about-us',
    async () => (await import('../../views/content/about-us-screen.tsx')).AboutUsScreen,
  ),
  page(
    '/about-us-content',
    async () =>
      (await import('../../views/content/about-us-content-screen.tsx')).AboutUsContentScreen,
  ),
  live(
    '/feedback',
    async () => (await import('../../views/feedback/feedback-screen.tsx')).FeedbackScreen,
  ),
  live(
    '/feedback-list',
    async () => (await import('../../views/feedback/feedback-list-screen.tsx')).FeedbackListScreen,
  ),
  live(
    '/feedback-details',
    async () =>
      (await import('../../views/feedback/feedback-details-screen.tsx')).FeedbackDetailsScreen,
  ),
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
