/** The gate of withdrawals over HTTP: every rule alone, its order among the others, and parallel requests. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { CHAIN_LIMITS, LIMITS } from '../../../contract/limits.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { bindAuthenticator, googleCode, ServerTime } from '../../support/identity/authenticator.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { confirm, done, paidOrder } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf, newAddress, signUp } from '../../support/users/accounts.ts';
import {
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  PAY_PASSWORD,
} from '../../support/users/pay-password.ts';
import { findMarket } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { FIAT, SPOT, balanceOf } from '../../support/users/balances.ts';
import { transfer } from '../../support/users/transfers.ts';
import {
  bindAddress,
  CHAIN,
  coinOf,
  inPhase,
  newWithdrawer,
  withdraw,
  withdrawalOf,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';
import { eventually } from '../../support/eventually.ts';

const HOLD_MS = 5 * MINUTE_MS;
const ETH_PAIR = 'ETH/USDT';

let server: TestServer;
let chain: ChainControl;
let time: ServerTime;

beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  chain = new ChainControl(server);
  time = new ServerTime(server);
  await chain.stopMining();
});
afterAll(() => giveBack(server));

/** Returns the error of a withdrawal request with exactly these fields and headers. */
async function errorFor(
  token: string,
  fields: Readonly<Record<string, string>>,
  key: string | undefined = newKey(),
): Promise<ErrorName | undefined> {
  const response = await fetch(`${server.origin}${ENDPOINTS.createWithdrawal.path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: {
      authorization: token,
      ...newClientAddress(),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  const { error } = (await response.json()) as { error?: ErrorName };
  return error;
}

const sql = (statement: string, ...values: readonly unknown[]) =>
  queryServer(server, statement, values);

/** Opens withdrawals of USDT again, as an act of an operator does. */
const allowWithdrawals = () =>
  sql(`
    with act as (
      insert into audit_log
        (operator_id, action, subject_kind, subject_id, reason, details, request_id, address, at_ms)
      select 1, 'wallet_coin.save', 'wallet_coin', currency_id || ':' || chain, 'r',
        '{"canWithdraw": "false → true"}', 'r', 'a', 0
      from wallet_coins where currency_id = 1
    )
    update wallet_coins set can_withdraw = true where currency_id = 1`);

test('rules are checked in order: a request that breaks all of them fails one after the other', async () => {
  const email = newAddress('climber');
  const { accessToken: token } = await signUp(server, email);
  const person = { email, token };
  const fields: Record<string, string> = {
    address_id: '999999999',
    amount: '0.000000000000000001',
    pay_password: 'Wrong77q',
    google_code: '',
  };
  const next = (key?: string) => errorFor(token, fields, key);
  const ofPerson = '(select id from users where email = $1)';

  await sql(`update wallet_coins set decimals = 6, can_withdraw = false where currency_id = 1`);
  await sql(
    `insert into user_security (user_id, withdrawal_hold_until_ms, withdrawal_hold_reason)
     values (${ofPerson}, $2, 'password_changed')`,
    email,
    time.now() + HOLD_MS,
  );
  expect(await next('short')).toBe('verification_required');
  await sql('update users set is_user_real = true where email = $1', email);
  await eventually(async () => expect(await next('short')).toBe('idempotency_key_required'));
  expect(await next()).toBe('withdrawal_address_required');
  const bound = dataOf(await bindAddress(server, person, 'USDT'));
  expect(await next()).toBe('withdrawal_address_not_found');
  fields['address_id'] = bound.id;
  expect(await next()).toBe('withdrawals_suspended');
  await allowWithdrawals();
  expect(await next()).toBe('withdrawal_on_hold');
  await time.advance(HOLD_MS);
  expect(await next()).toBe('amount_scale_exceeded');
  fields['amount'] = '0.000001';
  expect(await next()).toBe('amount_too_small');
  fields['amount'] = '99999999';
  expect(await next()).toBe('pay_password_not_set');
  dataOf(await amendPayPassword(server, token));
  expect(await next()).toBe('pay_password_incorrect');
  const secret = await bindAuthenticator(server, time, token);
  fields['pay_password'] = PAY_PASSWORD;
  expect(await next()).toBe('google_code_required');
  fields['google_code'] = googleCode(secret, time.now(), 40);
  expect(await next()).toBe('google_code_incorrect');
  const withFreshCode = async () => {
    await time.nextStep();
    fields['google_code'] = googleCode(secret, time.now());
  };
  await withFreshCode();
  expect(await next()).toBe('daily_limit_exceeded');
  await chain.deposit(token, 'USDT', '5000');
  await chain.mine();
  fields['amount'] = '2000';
  await withFreshCode();
  expect(await next()).toBe('balance_locked');
  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  fields['amount'] = '6000';
  await withFreshCode();
  expect(await next()).toBe('insufficient_balance');
  fields['amount'] = '2000';
  expect(await next()).toBe('google_code_incorrect');
  await withFreshCode();
  expect(await next()).toBeUndefined();
  expect(await balanceOf(server, person, 'USDT')).toEqual({ available: '3000', frozen: '2000' });
  await sql(`update wallet_coins set decimals = 18 where currency_id = 1`);
});

describe('fields that are left out, empty, doubled or of another kind', () => {
  let ann: Withdrawer;
  const valid = () => ({ address_id: ann.addressId, amount: '20', pay_password: PAY_PASSWORD });
  beforeAll(async () => {
    ann = await newWithdrawer(server, { USDT: '100' });
  });

  test.each(['address_id', 'amount', 'pay_password'] as const)('%s', async (name) => {
    const { [name]: value, ...rest } = valid();
    const others: Readonly<Record<string, string>> = rest;
    const forms: readonly (readonly (readonly [string, string])[])[] = [
      Object.entries(others),
      Object.entries({ ...others, [name]: '' }),
      [...Object.entries(others), [name, value], [name, value]],
      Object.entries({ ...others, [`${name}[]`]: value }),
      Object.entries({ ...others, [`${name}[0]`]: value }),
    ];
    for (const form of forms) {
      const body = new URLSearchParams(form.map(([key, text]) => [key, text]));
      const response = await fetch(`${server.origin}${ENDPOINTS.createWithdrawal.path}`, {
        method: 'POST',
        body,
        headers: { authorization: ann.token, 'idempotency-key': newKey(), ...newClientAddress() },
      });
      expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    }
    expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '100', frozen: '0' });
  });

  test('a field that names its approver is refused', async () => {
    const more = { ...valid(), phase: 'approved', is_approved: '1' };
    expect(await errorFor(ann.token, more)).toBe('invalid_request');
  });

  test('an address of another user, or a removed one, is not found', async () => {
    const bob = await newWithdrawer(server, {});
    const foreign = { ...valid(), address_id: bob.addressId };
    expect(await errorFor(ann.token, foreign)).toBe('withdrawal_address_not_found');
    const remove = () =>
      server.call('removeWithdrawalAddress', { id: bob.addressId }, { token: bob.token });
    expect(
      errorOf(
        await server.call('removeWithdrawalAddress', { id: bob.addressId }, { token: ann.token }),
      ),
    ).toBe('withdrawal_address_not_found');
    dataOf(await remove());
    expect(errorOf(await remove())).toBe('withdrawal_address_not_found');
    expect(errorOf(await withdraw(server, bob, { amount: '20' }))).toBe(
      'withdrawal_address_required',
    );
  });
});

test('a Google code moves money once, however often it is sent at the same time', async () => {
  const ann = await newWithdrawer(server, { USDT: '1000' });
  const secret = await bindAuthenticator(server, time, ann.token);
  await time.nextStep();
  const google_code = googleCode(secret, time.now());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => withdraw(server, ann, { amount: '20', google_code })),
  );

  expect(answers.map(errorOf).filter((error) => error === undefined)).toHaveLength(1);
  expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '980', frozen: '20' });
});

test('wrong pay passwords are counted over all addresses: then even the right one waits', async () => {
  const ann = await newWithdrawer(server, { USDT: '1000' });
  const tried = await Promise.all(
    Array.from({ length: 20 }, () =>
      withdraw(server, ann, { amount: '20', pay_password: OTHER_PAY_PASSWORD }),
    ),
  );
  const errors = tried.map(errorOf);
  expect(errors.filter((error) => error === 'pay_password_incorrect')).toHaveLength(
    LIMITS.secret_failures_max,
  );
  expect(errorOf(await withdraw(server, ann, { amount: '20' }))).toBe('secret_tries_exhausted');
  expect(await balanceOf(server, ann, 'USDT')).toEqual({ available: '1000', frozen: '0' });
});

test('parallel withdrawals do not pass the limit of the day', async () => {
  const ann = await newWithdrawer(server, { USDT: '1000000' });
  const amount = String(LIMITS.withdrawal_daily_limit_usdt / 4);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => withdraw(server, ann, { amount })),
  );
  const errors = answers.map(errorOf);
  expect(errors.filter((error) => error === undefined)).toHaveLength(4);
  expect(errors.filter((error) => error === 'daily_limit_exceeded')).toHaveLength(8);

  const { currency_id: currencyId } = await coinOf(server, ann.token, 'USDT');
  const coin = { currency_id: String(currencyId), chain: CHAIN };
  const terms = dataOf(await server.call('getWithdrawalTerms', coin, { token: ann.token }));
  expect(terms).toMatchObject({
    used_today: terms.daily_limit,
    remaining_today: '0',
    available: '900000',
    withdrawable: '900000',
    locked: '0',
  });
});

test('a deposit that waits for confirmations locks its worth, in whatever coin it is now', async () => {
  const [ann, bob] = [
    await newWithdrawer(server, { USDT: '500' }),
    await newTrader(server, { USDT: '9000' }),
  ];
  await chain.deposit(ann.token, 'ETH', '1');
  await chain.mine();
  const market = await findMarket(server, 'ETH');
  const price = market.priceAt(1);
  // The lien is worth the mark, which must not leave the price of the sale while the test asks.
  await server.control('POST', '/prices/set', { pair: ETH_PAIR, price, is_settled: true });
  onTestFinished(async () => {
    await server.control('POST', '/prices/reset', { pair: ETH_PAIR });
  });
  const order = { currency_match_id: market.id, type: 'limit', price, quantity: '1' } as const;
  const place = (token: string, side: 'buy' | 'sell') =>
    server.call(
      'placeOrder',
      { ...order, side },
      { token, headers: { 'idempotency-key': newKey() } },
    );
  dataOf(await place(bob.token, 'buy'));
  dataOf(await place(ann.token, 'sell'));
  const { available } = await balanceOf(server, ann, 'USDT');
  expect(Number(available)).toBeGreaterThan(3_000);

  // The proceeds of the sale are a lien like the coin; the 500 from before can be withdrawn, less the fee.
  const { currency_id: currencyId } = await coinOf(server, ann.token, 'USDT');
  const coin = { currency_id: String(currencyId), chain: CHAIN };
  const terms = async () =>
    dataOf(await server.call('getWithdrawalTerms', coin, { token: ann.token }));
  const withdrawable = Number((await terms()).withdrawable);
  expect(withdrawable).toBeCloseTo(Number(available) - Number(price), 4);
  expect(errorOf(await withdraw(server, ann, { amount: '600' }))).toBe('balance_locked');
  dataOf(await withdraw(server, ann, { amount: '400' }));
  expect(errorOf(await withdraw(server, ann, { amount: '120' }))).toBe('balance_locked');

  await chain.mine(CHAIN_LIMITS.deposit_unlock_confirmations);
  expect(await terms()).toMatchObject({ locked: '0' });
  expect(errorOf(await withdraw(server, ann, { amount: '600' }))).toBeUndefined();
});

test('coins just bought for fiat may be withdrawn at once, unless this installation holds them', async () => {
  const merchant = await newMerchant(server, '1000');
  const taker = await newFiatUser(server);
  const ad = await postAd(merchant);
  const { order } = await paidOrder(server, 'sell', { merchant, taker, ad });
  await done(confirm, merchant, order);
  dataOf(await transfer(server, taker, { from: FIAT, to: SPOT, amount: '100' }));
  const { id } = dataOf(await bindAddress(server, taker, 'USDT'));
  const { currency_id: currencyId } = await coinOf(server, taker.token, 'USDT');
  const coin = { currency_id: String(currencyId), chain: CHAIN };
  expect(await taker.ask('getWithdrawalTerms', coin)).toMatchObject({
    withdrawable: '100',
    bought_on_hold: '0',
    bought_on_hold_until: null,
  });
  const fields = { address_id: id, amount: '100', pay_password: PAY_PASSWORD, google_code: '' };
  expect(errorOf(await taker.call('createWithdrawal', fields))).toBeUndefined();
});

test('no withdrawal goes out while the ledger is inconsistent', async () => {
  // Enough for all withdrawals until the fault is found.
  const ann = await newWithdrawer(server, { USDT: '90000' });
  const ben = await newWithdrawer(server, { USDT: '90000' });
  const { id } = dataOf(await withdraw(server, ann, { amount: '2000' }));
  const { id: waiting } = dataOf(await withdraw(server, ben, { amount: '2000' }));
  const approve = (withdrawal: string) =>
    server.control('POST', '/withdrawal/approve', {
      withdrawal_id: Number(withdrawal),
      operator_id: 7,
    });
  const change = (by: number) =>
    sql(
      `update ledger_accounts set available = available + $1
       where owner_id = 0 and account_type = 100 and currency_id = 1`,
      by,
    );
  // Approved, and not signed while its owner is disabled.
  const disable = (at: number | null) =>
    sql(
      `update users set disabled_at_ms = $1
       where id = (select user_id from withdrawals where id = $2)`,
      at,
      id,
    );
  await disable(1);
  await approve(id);
  await change(1);
  await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  await eventually(async () =>
    expect(errorOf(await withdraw(server, ben, { amount: '20' }))).toBe('service_unavailable'),
  );
  expect(await approve(waiting)).toEqual({ error: 'service_unavailable' });
  expect(await withdrawalOf(server, ben, waiting)).toMatchObject({ phase: 'pending_review' });
  await disable(null);
  for (let block = 0; block < 3; block++) await chain.mine();
  expect(await withdrawalOf(server, ann, id)).toMatchObject({
    phase: 'approved',
    transaction_hash: null,
  });

  await change(-1);
  await server.controlAdvance(LIMITS.ledger_verify_interval_ms);
  await eventually(async () =>
    expect(errorOf(await withdraw(server, ann, { amount: '20' }))).toBeUndefined(),
  );
  await chain.mine();
  await inPhase(server, ann, id, 'confirming');
});
