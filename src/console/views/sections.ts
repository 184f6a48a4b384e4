/** Sections of the console, in the order of their list. */
export const SECTIONS = [
  { path: '/', name: 'overview' },
  { path: '/reviews', name: 'reviews' },
  { path: '/withdrawals', name: 'withdrawals' },
  { path: '/disputes', name: 'disputes' },
  { path: '/fiat-ads', name: 'fiatAds' },
  { path: '/feedback', name: 'feedback' },
  { path: '/users', name: 'users' },
  { path: '/news', name: 'news' },
  { path: '/markets', name: 'markets' },
  { path: '/coins', name: 'coins' },
  { path: '/settings', name: 'settings' },
  { path: '/ledger', name: 'ledger' },
  { path: '/jobs', name: 'jobs' },
  { path: '/courses', name: 'courses' },
  { path: '/audit', name: 'audit' },
  { path: '/mailbox', name: 'mailbox' },
] as const;
