/** The calls about accounts: their responses and every refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { ROUTES } from '../../../contract/routes.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { dataOf, errorOf, newAddress, signIn, signUp } from '../../support/users/accounts.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
/** A user with the granted balances, and a user with none. */
let holder = '';
let newcomer = '';
const holderAddress = newAddress('holder');

beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  ({ accessToken: holder } = await signUp(server, holderAddress));
  ({ accessToken: newcomer } = await signUp(server));
  await server.grant(holderAddress, 'USDT', '1000.5');
  await server.grant(holderAddress, 'BTC', '0.1');
  await server.grant(holderAddress, 'SOL', '3');
});
afterAll(() => server.stop());

type ListRequest = RequestInput<'listAccounts'>;
type DetailRequest = RequestInput<'getAccount'>;
const list = async (token: string, fields: ListRequest = {}) =>
  dataOf(await server.call('listAccounts', fields, { token }));
const detail = async (fields: DetailRequest, token = holder) =>
  dataOf(await server.call('getAccount', fields, { token }));
const detailError = async (fields: DetailRequest, token = holder) =>
  errorOf(await server.call('getAccount', fields, { token }));

/** Units of 10^-18. */
const exact = (text: string | null): bigint => parseUnits(text ?? '', 18) ?? -1n;

/** Equivalents of the holder's accounts, in the order of the list. */
async function equivalentsIn(code: string): Promise<readonly bigint[]> {
  const { groups } = await list(holder, { equivalent_currency_code: code });
  return (groups[0]?.accounts ?? []).map(({ equivalent }) => exact(equivalent));
}

async function lastPrice(base: string, quote: string): Promise<bigint> {
  const groups = dataOf(await server.call('listCurrencyMatches', {}));
  const match = groups
    .flatMap(({ matches }) => matches)
    .find((one) => one.base_currency_code === base && one.quote_currency_code === quote);
  return exact(match?.currency_quotation.close ?? null);
}

describe('the list', () => {
  test('of a new user has all account types, and nothing in them', async () => {
    const answer = await list(newcomer);
    expect(answer).toEqual({
      equivalent_currency_code: 'USDT',
      equivalent: '0',
      groups: Object.values(ACCOUNT_TYPES).map((type) => ({
        account_type_id: type,
        equivalent: '0',
        accounts: [],
      })),
    });
  });

  test('has the granted amounts, in the order of currencies, as the contract promises', async () => {
    const answer = await list(holder);
    expect(ROUTES.listAccounts.response.safeParse(answer).error).toBeUndefined();
    const [spot] = answer.groups;
    expect(
      spot?.accounts.map((one) => [one.id, one.currency_code, one.available, one.frozen]),
    ).toEqual([
      [1_000_001, 'USDT', '1000.5', '0'],
      [1_000_002, 'BTC', '0.1', '0'],
      [1_000_004, 'SOL', '3', '0'],
    ]);
    expect(spot?.accounts[1]).toMatchObject({
      account_type_id: 1,
      currency_id: 2,
      currency_name: 'Bitcoin',
      scale: 18,
    });
  });

  test('adds equivalents up, by group and in all', async () => {
    const { equivalent, groups } = await list(holder);
    const sum = groups[0]?.accounts.reduce((total, one) => total + exact(one.equivalent), 0n);
    expect(groups[0]?.equivalent).toBe(formatUnits(sum ?? 0n, 18));
    expect(equivalent).toBe(groups[0]?.equivalent);
  });

  test('gives equivalents in the chosen currency: direct, inverse and through USDT', async () => {
    const one = 10n ** 18n;
    // Prices move, so compared values must come from one moment.
    await eventually(
      async () => {
        const before = [await lastPrice('BTC', 'USDT'), await lastPrice('TRX', 'USDT')] as const;
        const inUsdt = await equivalentsIn('USDT');
        const inBitcoin = await equivalentsIn('BTC');
        const inTron = await equivalentsIn('TRX');
        const [bitcoin, tron] = before;
        expect([await lastPrice('BTC', 'USDT'), await lastPrice('TRX', 'USDT')]).toEqual(before);
        expect(inUsdt.slice(0, 2)).toEqual([exact('1000.5'), bitcoin / 10n]);
        expect(inBitcoin.slice(0, 2)).toEqual([(exact('1000.5') * one) / bitcoin, exact('0.1')]);
        expect(inTron[1]).toBe((bitcoin * one) / 10n / tron);
      },
      { interval: 100 },
    );
  });

  test('shows the amount that an order has frozen', async () => {
    const { accessToken: token } = dataOf(
      await signIn(server, 'demo.trader@meridian.test', DEMO_PASSWORD),
    );
    const before = (await list(token)).groups[0]?.accounts[0];
    const price = formatUnits(((await lastPrice('BTC', 'USDT')) / 10n ** 18n) * 10n ** 18n, 18);
    const fields = {
      currency_match_id: '1',
      side: 'buy',
      type: 'limit',
      price,
      quantity: '0.01',
    } as const;
    const headers = { 'idempotency-key': 'accounts-frozen-01' };
    dataOf(await server.call('placeOrder', fields, { token, headers }));
    const after = (await list(token)).groups[0]?.accounts[0];
    expect(exact(after?.frozen ?? null)).toBe(exact(price) / 100n);
    expect(exact(after?.available ?? null)).toBe(
      exact(before?.available ?? null) - exact(price) / 100n,
    );
    expect(after?.equivalent).toBe(before?.equivalent);
  });

  test('is refused in a currency that does not exist', async () => {
    const answer = await server.call(
      'listAccounts',
      { equivalent_currency_code: 'ZZZ' },
      { token: holder },
    );
    expect(errorOf(answer)).toBe('currency_not_found');
  });

  test.each(['usdt', 'U', 'USDTUSDTUSDT', 'US DT'])(
    'is refused in a currency spelled %j',
    async (code) => {
      const answer = await server.call(
        'listAccounts',
        { equivalent_currency_code: code },
        { token: holder },
      );
      expect(answer).toMatchObject({
        error: 'invalid_request',
        fields: ['equivalent_currency_code'],
      });
    },
  );

  test('is private to its owner', async () => {
    expect(errorOf(await server.call('listAccounts', {}))).toBe('unauthorized');
  });
});

/** Prices move between two responses. */
const unpriced = (account: object | undefined) => ({ ...account, equivalent: null });

describe('the detail', () => {
  test('is the same by id and by type and currency', async () => {
    const byId = await detail({ id: '1000002' });
    expect(byId).toMatchObject({
      id: 1_000_002,
      currency_code: 'BTC',
      available: '0.1',
      frozen: '0',
    });
    expect(unpriced(await detail({ account_type_id: '1', currency_id: '2' }))).toEqual(
      unpriced(byId),
    );
    expect(ROUTES.getAccount.response.safeParse(byId).error).toBeUndefined();
  });

  test('is found by any of the matching parameters, together or alone, except blank ones', async () => {
    const byId = await detail({ id: '1000002' });
    const parts: DetailRequest = { account_type_id: '1', currency_id: '2', id: '1000002' };
    const names = ['account_type_id', 'currency_id', 'id'] as const;
    for (let choice = 0; choice < 8; choice++) {
      const isSaid = (index: number) => ((choice >> index) & 1) === 1;
      const said = Object.fromEntries(
        names.map((name, at) => [name, isSaid(at) ? parts[name] : '']),
      );
      // The call returns the first account, by its type or without a filter.
      const expected = isSaid(1) || isSaid(2) ? byId : (await list(holder)).groups[0]?.accounts[0];
      expect(unpriced(await detail(said))).toEqual(unpriced(expected));
      const { groups } = dataOf(await server.call('listAccounts', said, { token: holder }));
      const fitting = groups.flatMap(({ accounts }) => accounts);
      expect(fitting.map(unpriced)).toContainEqual(unpriced(expected));
      for (const account of fitting) {
        if (isSaid(0)) expect(account.account_type_id).toBe(1);
        if (isSaid(1)) expect(account.currency_id).toBe(2);
        if (isSaid(2)) expect(account.id).toBe(1_000_002);
      }
    }
  });

  test.each<[string, DetailRequest]>([
    ['an id of another type', { id: '1000002', account_type_id: '3' }],
    ['an id of another currency', { id: '1000002', currency_id: '1' }],
    [
      'a pair that differs from that of the id',
      { id: '1000001', account_type_id: '1', currency_id: '2' },
    ],
  ])('that %s contradicts is not found, and not listed', async (_, fields) => {
    expect(await detailError(fields)).toBe('account_not_found');
    const { groups } = dataOf(await server.call('listAccounts', fields, { token: holder }));
    expect(groups.flatMap(({ accounts }) => accounts)).toEqual([]);
  });

  test('gives its equivalent in the chosen currency', async () => {
    expect(await detail({ id: '1000002', equivalent_currency_code: 'BTC' })).toMatchObject({
      equivalent: '0.1',
    });
  });

  test.each<[string, DetailRequest]>([
    ['of a currency that was never held', { id: '1000003' }],
    ['of a type that never held anything', { id: '2000001' }],
    ['of a currency that does not exist', { id: '1999999' }],
    ['of a type that users do not have', { id: '9000001' }],
    ['of a currency that was never held, as a pair', { account_type_id: '1', currency_id: '3' }],
  ])('%s is not found', async (_, fields) => {
    expect(await detailError(fields)).toBe('account_not_found');
  });

  test('of another user is not found: an id refers to one’s own account', async () => {
    expect(await detailError({ id: '1000002' }, newcomer)).toBe('account_not_found');
  });

  test.each<[string, DetailRequest]>([
    ['an unknown currency of the account', { account_type_id: '1', currency_id: '4242' }],
    ['an unknown currency of the equivalent', { id: '1000002', equivalent_currency_code: 'ZZZ' }],
  ])('is refused for %s', async (_, fields) => {
    expect(await detailError(fields)).toBe('currency_not_found');
  });

  test.each<[string, DetailRequest]>([
    ['a type out of range', { account_type_id: '6', currency_id: '2' }],
    ['an id below 1', { id: '0' }],
  ])('is refused with %s', async (_, fields) => {
    expect(await detailError(fields)).toBe('invalid_request');
  });

  test('is private to its owner', async () => {
    expect(errorOf(await server.call('getAccount', { id: '1000002' }))).toBe('unauthorized');
  });
});

describe('users of the demo exchange', () => {
  test.each([
    ['demo.trader@meridian.test', { USDT: '100000', BTC: '2', XRP: '5000' }],
    ['demo.merchant@meridian.test', { USDT: '250000', BTC: '5', ETH: '60' }],
    ['demo.agent@meridian.test', { USDT: '10000', BTC: '0.1' }],
    ['demo.newcomer@meridian.test', {}],
  ])('%s begins with the seeded amounts', async (email, holdings) => {
    const { accessToken: token } = dataOf(await signIn(server, email, DEMO_PASSWORD));
    const [spot] = (await list(token)).groups;
    const totals = spot?.accounts.map((one): [string, string] => [
      one.currency_code,
      formatUnits(exact(one.available) + exact(one.frozen), 18),
    ]);
    expect(Object.fromEntries(totals ?? [])).toMatchObject(holdings);
    if (Object.keys(holdings).length === 0) expect(totals).toEqual([]);
  });
});
