/** The decision of the router for each page, signed in and signed out. */
import { describe, expect, test } from 'vitest';
import type { SessionSnapshot } from '../../../machines/app/identity/session.selectors.ts';
import { sessionMachine } from '../../../machines/app/identity/session.machine.ts';
import { ROUTES } from '../../../src/app/router/routes.ts';
import { verdictOf, type Visit } from '../../../src/app/router/verdict.ts';
import { ANN, tokensNo } from '../../support/identity/session-server.ts';

const context = {
  tokens: null,
  user: null,
  signIn: '',
  loginUserName: '',
  loginType: '2',
  generation: 0,
  isVerificationWatched: false,
} as const;
const signedOut: SessionSnapshot = sessionMachine.resolveState({
  value: { signedOut: 'quiet' },
  context,
});
const signedIn = (isVerified: boolean): SessionSnapshot =>
  sessionMachine.resolveState({
    value: { signedIn: { access: 'usable', profile: 'resting' } },
    context: {
      ...context,
      tokens: tokensNo(1),
      user: { ...ANN, is_user_real: isVerified, is_agent: false },
    },
  });

const visit = (path: string, search = '', wasShown = false): Visit => {
  const route = ROUTES.find((candidate) => candidate.path === path);
  if (route === undefined) throw new Error(`no route ${path}`);
  return { route, pathname: path, search, wasShown };
};

describe('signed out', () => {
  test('a protected page leads to the sign-in, which remembers it', () => {
    expect(verdictOf(visit('/coinKline', '?id=1'), signedOut)).toEqual({
      kind: 'redirect',
      to: '/login?redirect=%2FcoinKline%3Fid%3D1',
    });
  });

  test('a page that was on screen leads to the plain sign-in', () => {
    expect(verdictOf(visit('/home', '', true), signedOut)).toEqual({
      kind: 'redirect',
      to: '/login',
    });
  });

  test('the sign-in pages show', () => {
    for (const path of ['/login', '/forget', '/register'])
      expect(verdictOf(visit(path), signedOut)).toEqual({ kind: 'show' });
  });
});

describe('signed in', () => {
  test('a forgotten password can be replaced', () => {
    expect(verdictOf(visit('/forget'), signedIn(true))).toEqual({ kind: 'show' });
  });

  test('the account can be held', () => {
    expect(verdictOf(visit('/hold'), signedIn(true))).toEqual({ kind: 'show' });
  });

  test('the sign-in pages lead to the page that the user requested', () => {
    expect(verdictOf(visit('/login', '?redirect=%2Fmarket'), signedIn(true))).toEqual({
      kind: 'redirect',
      to: '/market',
    });
    expect(verdictOf(visit('/login'), signedIn(true))).toEqual({ kind: 'redirect', to: '/home' });
  });

  test('the trade tab is closed to unverified users, every other page is open', () => {
    const closed = ROUTES.filter(({ audience }) => audience === 'user').filter(
      ({ path }) => verdictOf(visit(path), signedIn(false)).kind !== 'show',
    );

    expect(closed.map(({ path }) => path)).toEqual(['/trade']);
    expect(verdictOf(visit('/trade'), signedIn(false))).toEqual({ kind: 'gated' });
    expect(verdictOf(visit('/trade'), signedIn(true))).toEqual({ kind: 'show' });
  });
});

test('the table holds every path of the specification, once', () => {
  const paths = ROUTES.map(({ path }) => path);

  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.toSorted()).toMatchInlineSnapshot(`
    [
      "/about-us",
      "/about-us-content",
      "/activity-center",
      "/activity-details",
      "/assets",
      "/change-login-passwd",
      "/change-pay-passwd",
      "/coinKline",
      "/feedback",
      "/feedback-details",
      "/feedback-list",
      "/fiat",
      "/fiat-ad",
      "/fiat-order",
      "/fiat-orders",
      "/forex-micro-trade",
      "/forexKline",
      "/forget",
      "/help-center",
      "/help-details",
      "/hold",
      "/home",
      "/ieo-details",
      "/ieo-history",
      "/ieo-list",
      "/lever",
      "/lever-my-trade",
      "/login",
      "/market",
      "/micro-fairness",
      "/micro-trade",
      "/micro-verify",
      "/my-shop",
      "/notice-center",
      "/notice-details",
      "/private-policy",
      "/recharge",
      "/recharge-record",
      "/register",
      "/secure-center",
      "/share-code",
      "/shop",
      "/storage-currency-history",
      "/storage-currency-list",
      "/trade",
      "/trade-detail",
      "/transfer",
      "/transfer-record",
      "/user-center",
      "/user-review",
      "/withdrawal",
      "/withdrawal-record",
    ]
  `);
});
