/** Every route of the real applications is a call of a tested table, or is listed here. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import type { RouteListing } from '../../support/servers/route-listing.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { AUDITED, READING } from '../operator/operator-routes/operator-cases.ts';
import type { AskedCall } from './private-routes/ask.ts';
import { PRIVATE_CASES } from './private-routes/private-cases.ts';

const PRELOADED = path.join(import.meta.dirname, '../../support/servers/route-listing.ts');

let server: TestServer;
beforeAll(async () => {
  const NODE_OPTIONS = `--import=${pathToFileURL(PRELOADED).href}`;
  server = await startTestServer({ isOwnProcess: true, env: { SEED: 'none', NODE_OPTIONS } });
});
afterAll(() => server.stop());

/** Calls without a session. */
const PUBLIC_CALLS = [
  'GET /api/public/default/area_list',
  'GET /api/public/default/setting',
  'POST /api/public/user/login',
  'POST /api/public/user/register',
  'POST /api/public/notify/send_email',
  'POST /api/public/notify/send_sms',
  'POST /api/public/user/forget_password',
  'POST /api/public/user/hold',
  // This call takes the refresh token.
  'GET /api/public/user/refresh_token',
  'POST /api/public/common/image_upload',
  'GET /api/public/news/list',
  'GET /api/public/news/info',
  'GET /api/public/market/currency_matches',
  'GET /api/public/market/deal',
  'GET /api/public/market/kline',
  'GET /api/public/market/depth',
  'GET /api/public/forex/tickers',
  'GET /api/public/forex/ticker',
  'GET /api/public/forex/kline',
  'GET /api/public/lever/markets',
  'GET /api/public/lever/mark',
  'GET /api/public/index/ticks',
  'GET /api/public/micro/products',
  'GET /api/public/staking/products',
  'GET /api/public/ieo/list',
  'GET /api/public/ieo/detail',
  'GET /api/public/ieo/allocation',
  'GET /api/public/micro/settlement',
  'GET /api/public/micro/fairness',
  'GET /api/public/micro/results',
  'GET /api/public/index/minute',
  'GET /api/public/risk/disclosure',
];
/** Documents, and the built app if there is one. */
const PUBLIC_PAGES = [
  'GET /openapi.json',
  'GET /state-machines.json',
  'GET /errors.json',
  'GET /index-key.json',
  'GET /ledger-head.json',
  'GET /limits.json',
  'GET /readyz',
  'GET /',
  'GET /*',
];
/** Pages for a browser on the same machine, never in production. */
const DEVELOPMENT_PAGES = ['GET /dev/mailbox', 'GET /dev/mailbox.json'];

const OPERATOR_PUBLIC_CALLS = [
  'POST /api/operator/session/sign_in',
  // This call takes the password, while no key is bound.
  'POST /api/operator/session/create_google_key',
];
const OPERATOR_PAGES = ['GET /openapi.json', 'GET /', 'GET /*'];

const written = ({ method, path: urlPath }: AskedCall): string => `${method} ${urlPath}`;

/** The registered spelling of the calls in tables of cases. */
function callsOf(endpoints: Readonly<Record<string, AskedCall>>, ...cases: object[]): string[] {
  const names = new Set(cases.flatMap((table) => Object.keys(table)));
  return Object.entries(endpoints).flatMap(([name, endpoint]) =>
    names.has(name) ? [written(endpoint)] : [],
  );
}

/** The routes that the application at `origin` listed in the log. */
function registeredAt(origin: string): readonly string[] {
  const listings = server.logs
    .filter((line) => line.startsWith('{"port":'))
    .map((line) => JSON.parse(line) as RouteListing);
  return listings.find(({ port }) => port === Number(new URL(origin).port))?.routes ?? [];
}

function expectRoutes(origin: string, calls: readonly string[], pages: readonly string[]): void {
  const registered = registeredAt(origin);
  const known = new Set([...calls, ...pages]);
  expect(registered.filter((route) => !known.has(route))).toEqual([]);
  expect(calls.filter((call) => !registered.includes(call))).toEqual([]);
}

test('the user server has the private calls that strangers were tried on, the public ones, and no others', () => {
  const calls = [...callsOf(ENDPOINTS, PRIVATE_CASES), ...PUBLIC_CALLS];
  expectRoutes(server.origin, calls, [...PUBLIC_PAGES, ...DEVELOPMENT_PAGES]);
});

test('the operator server has the calls that strangers were tried on, their sign-in, and no others', () => {
  const calls = [...callsOf(OPERATOR_ENDPOINTS, READING, AUDITED), ...OPERATOR_PUBLIC_CALLS];
  expectRoutes(server.operatorOrigin, calls, OPERATOR_PAGES);
});
