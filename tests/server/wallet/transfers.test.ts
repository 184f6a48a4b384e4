/** Transfers between a user's own accounts over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader, type TestUser } from '../../support/users/test-user.ts';
import { placeOrder, findMarket } from '../../support/spot/orders.ts';
import { CONTRACT, FIAT, FINANCIAL, holdings, FAST, SPOT } from '../../support/users/balances.ts';
import { transfer, USDT_ID } from '../../support/users/transfers.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let ann: TestUser;

beforeAll(async () => {
  // Money enters the account of fast contracts only where they are offered.
  server = await borrowServer({ INDEX_LOG: 'on' });
});
afterAll(() => giveBack(server));
beforeEach(async () => {
  ann = await newTrader(server, { USDT: '100' });
});

const list = async (query: Record<string, string> = {}, who = ann) =>
  dataOf(await server.call('listTransfers', query, { token: who.token }));

describe('a transfer', () => {
  test('goes out of the spot account, on, and back, and leaves no difference', async () => {
    const out = dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '30.5' }));
    expect(out).toMatchObject({
      currency_id: USDT_ID,
      currency_code: 'USDT',
      from_account_type_id: SPOT,
      to_account_type_id: CONTRACT,
      amount: '30.5',
    });
    expect(await holdings(server, ann)).toEqual({ [SPOT]: '69.5', [CONTRACT]: '30.5' });

    dataOf(await transfer(server, ann, { from: CONTRACT, to: FAST, amount: '10' }));
    expect(await holdings(server, ann)).toEqual({
      [SPOT]: '69.5',
      [CONTRACT]: '20.5',
      [FAST]: '10',
    });

    dataOf(await transfer(server, ann, { from: FAST, to: SPOT, amount: '10' }));
    expect(await holdings(server, ann)).toEqual({
      [SPOT]: '79.5',
      [CONTRACT]: '20.5',
      [FAST]: '0',
    });
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  });

  test('back to the spot account can be traded with at once', async () => {
    const market = await findMarket(server, 'BTC');
    dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '100' }));
    const order = {
      currency_match_id: market.id,
      side: 'buy',
      type: 'limit',
      price: market.priceAt(1),
      quantity: '0.0005',
    } as const;
    expect(errorOf(await placeOrder(server, ann, order))).toBe('insufficient_balance');

    dataOf(await transfer(server, ann, { from: CONTRACT, to: SPOT, amount: '100' }));

    expect(dataOf(await placeOrder(server, ann, order)).state).toBe('paid');
  });

  test.each([
    ['out of the spot account', SPOT, CONTRACT],
    ['into the spot account', CONTRACT, SPOT],
    ['between two others', CONTRACT, FIAT],
  ])('%s beyond the balance moves nothing, and may be tried again', async (_, from, to) => {
    dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '50' }));
    const before = await holdings(server, ann);
    const key = newKey();
    const tooMuch = { from, to, amount: '50.000000000000000001' };

    expect(errorOf(await transfer(server, ann, tooMuch, key))).toBe('insufficient_balance');

    expect(await holdings(server, ann)).toEqual(before);
    expect((await list()).transfers).toHaveLength(1);
    await server.grant(ann.email, 'USDT', '1');
    if (from === CONTRACT)
      dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '1' }));
    expect(dataOf(await transfer(server, ann, tooMuch, key)).amount).toBe(tooMuch.amount);
  });

  test.each([
    ['to the same account', SPOT, SPOT],
    ['into the financial account', SPOT, FINANCIAL],
    ['out of the financial account', FINANCIAL, CONTRACT],
  ])('%s is refused', async (_, from, to) => {
    const refused = await transfer(server, ann, { from, to, amount: '1' });

    expect(errorOf(refused)).toBe('transfer_accounts_invalid');
  });

  test('of an unknown currency, of more decimals than a currency has, or of a huge amount is refused', async () => {
    const fields = { from: SPOT, to: CONTRACT, amount: '1' };

    const unknown = await transfer(server, ann, { ...fields, currencyId: 9_999 });
    const fine = await transfer(server, ann, { ...fields, amount: '0.0000000000000000001' });
    const huge = await transfer(server, ann, { ...fields, amount: '9'.repeat(38) });

    expect(errorOf(unknown)).toBe('currency_not_found');
    expect(errorOf(fine)).toBe('invalid_request');
    expect(errorOf(huge)).toBe('insufficient_balance');
  });
});

describe.each([
  ['out of the spot account', SPOT, CONTRACT],
  ['into the spot account', CONTRACT, SPOT],
  ['between two others', CONTRACT, FIAT],
])('100 at once under one key, %s', (_, from, to) => {
  test('are one transfer; other terms under the key are refused', async () => {
    dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '50' }));
    const key = newKey();
    const fields = { from, to, amount: '2' };

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => transfer(server, ann, fields, key)),
    );

    const [id, ...others] = new Set(answers.map((answer) => dataOf(answer).id));
    expect(others).toEqual([]);
    expect((await holdings(server, ann))[to]).toBe(to === SPOT ? '52' : to === FIAT ? '2' : '52');
    for (const other of [
      { ...fields, amount: '3' },
      { ...fields, to: FAST },
      { ...fields, currencyId: 2 },
    ])
      expect(errorOf(await transfer(server, ann, other, key))).toBe('idempotency_key_reused');
    expect(dataOf(await transfer(server, ann, fields, key)).id).toBe(id);
  });
});

describe.each([
  ['out of the spot account', SPOT, CONTRACT],
  ['into the spot account', CONTRACT, SPOT],
  ['between two others', CONTRACT, FIAT],
])('1,000 at once of a balance for 10, %s', (_, from, to) => {
  test('are exactly 10', async () => {
    const bob = await newTrader(server, { USDT: '10' });
    if (from !== SPOT) dataOf(await transfer(server, bob, { from: SPOT, to: from, amount: '10' }));

    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => transfer(server, bob, { from, to, amount: '1' })),
    );

    const done = answers.filter(({ code }) => code === 1);
    expect(done).toHaveLength(10);
    // More than a hundred of one user at once are refused before they begin.
    for (const answer of answers.filter(({ code }) => code !== 1))
      expect(['insufficient_balance', 'service_unavailable']).toContain(errorOf(answer));
    expect(await holdings(server, bob)).toMatchObject({ [from]: '0', [to]: '10' });
    expect((await list({}, bob)).transfers).toHaveLength(from === SPOT ? 10 : 11);
    expect(await server.verifyLedger()).toMatchObject({ faults: [] });
  });
});

describe('the list', () => {
  test('has each transfer once, newest first, page by page and filtered', async () => {
    await server.grant(ann.email, 'BTC', '1');
    const made: string[] = [];
    const make = async (fields: Parameters<typeof transfer>[2]) =>
      made.unshift(dataOf(await transfer(server, ann, fields)).id);
    await make({ from: SPOT, to: CONTRACT, amount: '1' });
    await make({ from: SPOT, to: FIAT, amount: '2' });
    await make({ from: SPOT, to: FAST, amount: '0.1', currencyId: 2 });
    await make({ from: CONTRACT, to: SPOT, amount: '0.5' });
    const idsOf = (page: Awaited<ReturnType<typeof list>>) => page.transfers.map(({ id }) => id);

    const first = await list({ size: '3' });
    const second = await list({ size: '3', before: String(first.next) });

    expect([...idsOf(first), ...idsOf(second)]).toEqual(made);
    expect(second.next).toBeNull();
    expect(idsOf(await list({ currency_id: '2' }))).toEqual([made[1]]);
    expect(idsOf(await list({ account_type_id: String(CONTRACT) }))).toEqual([made[0], made[3]]);
  });

  test('shows a transfer to no other user', async () => {
    const { id } = dataOf(await transfer(server, ann, { from: SPOT, to: CONTRACT, amount: '1' }));
    const bob = await newTrader(server);
    const get = async (who: TestUser, which = id) =>
      server.call('getTransfer', { id: which }, { token: who.token });

    expect(dataOf(await get(ann))).toMatchObject({ id, amount: '1' });
    expect(errorOf(await get(bob))).toBe('transfer_not_found');
    expect(errorOf(await get(ann, '999999999999999999'))).toBe('transfer_not_found');
    expect((await list({}, bob)).transfers).toEqual([]);
  });
});
