/** The hold of an account by its owner, with the link of a mail (RULES), over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../../contract/limits.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { tokensInMails } from '../../support/identity/hold-links.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import {
  accessError,
  codeIn,
  dataOf,
  errorOf,
  messagesTo,
  OTHER_PASSWORD,
  PASSWORD,
  refresh,
  signIn,
} from '../../support/users/accounts.ts';
import { balanceOf } from '../../support/users/balances.ts';
import { newWithdrawer, withdraw, type Withdrawer } from '../../support/wallet/wallet-users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));

/** A user with the token of a mail about a bound address. */
async function newOwner(coins: Readonly<Record<string, string>> = {}) {
  const user = await newWithdrawer(server, coins);
  const [token = ''] = await tokensInMails(server, user.email);
  return { ...user, holdToken: token };
}

const hold = (token: string) => server.call('holdUser', { hold_token: token });
const holdOf = async (owner: { readonly holdToken: string }) => dataOf(await hold(owner.holdToken));

async function resetPassword(email: string): Promise<void> {
  const request = { email, scene: 'forget_password' } as const;
  dataOf(await server.call('sendEmailCode', request, { lang: 'en-US' }));
  const isCode = ({ subject }: { readonly subject: string }) =>
    subject === 'Your Meridian password reset code';
  await expect.poll(async () => (await messagesTo(server, email)).some(isCode)).toBe(true);
  const auth_code = codeIn((await messagesTo(server, email)).find(isCode));
  const account = { account: email, auth_code };
  const passwords = { new_password: OTHER_PASSWORD, secondary_password: OTHER_PASSWORD };
  dataOf(await server.call('resetPassword', { ...account, ...passwords }));
}

test('the link of a mail ends every session, and the sign-in names the hold after the right password only', async () => {
  const owner = await newOwner();
  const tokens = dataOf(await signIn(server, owner.email));
  await holdOf(owner);
  expect(await accessError(server, tokens)).toBe('session_ended');
  expect(errorOf(await server.call('getUserInfo', {}, { token: owner.token }))).toBe(
    'session_ended',
  );
  expect(errorOf(await refresh(server, tokens))).toBe('session_ended');
  expect(errorOf(await signIn(server, owner.email, OTHER_PASSWORD))).toBe('credentials_incorrect');
  expect(errorOf(await signIn(server, owner.email))).toBe('user_held');
  const about = async () =>
    (await messagesTo(server, owner.email)).filter(
      ({ subject }) => subject === 'You have put your Meridian account on hold',
    );
  await expect.poll(async () => (await about()).length, { timeout: 20_000 }).toBe(1);
  expect((await about())[0]?.body).not.toContain('/hold#');
  // The link may be used again, and is mailed once.
  await holdOf(owner);
  expect(await about()).toHaveLength(1);
});

test('a forged, altered or old link holds nothing', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const [userId = '', issuedAt = '', tag = ''] = owner.holdToken.split('.');
  const [otherId = '', otherAt = ''] = other.holdToken.split('.');
  const [first = ''] = tag;
  const altered = (first === 'A' ? 'B' : 'A') + tag.slice(1);
  for (const token of [
    `${otherId}.${issuedAt}.${tag}`,
    `${userId}.${Number(issuedAt) + 1}.${tag}`,
    `${userId}.${issuedAt}.${altered}`,
  ])
    expect(errorOf(await hold(token))).toBe('hold_link_invalid');
  for (const token of ['', tag, `${userId}.${issuedAt}.${tag.slice(1)}`, `${owner.holdToken}A`])
    expect(errorOf(await hold(token))).toBe('invalid_request');
  expect(errorOf(await signIn(server, owner.email))).toBeUndefined();
  expect(errorOf(await signIn(server, other.email))).toBeUndefined();

  await server.holdClock(Number(issuedAt) + LIMITS.hold_link_valid_ms);
  await holdOf(owner);
  await server.holdClock(Number(otherAt) + LIMITS.hold_link_valid_ms + 1);
  expect(errorOf(await hold(other.holdToken))).toBe('hold_link_invalid');
  await server.releaseClock();
  expect(errorOf(await signIn(server, other.email))).toBeUndefined();
});

/** The number of open spot orders of the user. */
async function openOrdersOf({ email }: Withdrawer): Promise<number> {
  const [row] = await queryServer<{ open: number }>(
    server,
    `select count(*)::integer as open from spot_orders, users
     where owner_id = users.id and email = $1 and state = 'paid'`,
    [email],
  );
  return row?.open ?? -1;
}

test('a hold cancels open spot orders and leaves withdrawals unsent until a reset of the password lifts it', async () => {
  const owner = await newOwner({ USDT: '5000' });
  const [btc, eth] = [await findMarket(server, 'BTC'), await findMarket(server, 'ETH')];
  const buy = { side: 'buy', type: 'limit' } as const;
  const terms = [
    { currency_match_id: btc.id, price: btc.priceAt(0.95), quantity: '0.001' },
    { currency_match_id: btc.id, price: btc.priceAt(0.94), quantity: '0.001' },
    { currency_match_id: eth.id, price: eth.priceAt(0.95), quantity: '0.01' },
  ];
  for (const each of terms) dataOf(await placeOrder(server, owner, { ...buy, ...each }));
  expect(await openOrdersOf(owner)).toBe(3);
  const { id } = dataOf(await withdraw(server, owner, { amount: '2000' }));
  await holdOf(owner);
  await expect.poll(() => openOrdersOf(owner), { timeout: 20_000 }).toBe(0);
  await resetPassword(owner.email);
  const { accessToken: token } = dataOf(await signIn(server, owner.email, OTHER_PASSWORD));
  expect(dataOf(await server.call('listOpenOrders', {}, { token }))).toEqual([]);
  expect((await balanceOf(server, { token }, 'USDT')).available).toBe('3000');
  // The owner decides on a withdrawal of the thief.
  dataOf(await server.call('cancelWithdrawal', { id }, { token }));
  await expect
    .poll(async () => (await balanceOf(server, { token }, 'USDT')).available)
    .toBe('5000');
});

test('a hold of a disabled user changes nothing, and no reset lifts what an operator has disabled', async () => {
  const [disabled, held] = [await newOwner(), await newOwner()];
  await server.changeUser(disabled.email, 'disable');
  await holdOf(disabled);
  expect(errorOf(await signIn(server, disabled.email))).toBe('user_disabled');
  await holdOf(held);
  await server.changeUser(held.email, 'disable');
  for (const { email } of [disabled, held]) {
    await resetPassword(email);
    expect(errorOf(await signIn(server, email, OTHER_PASSWORD))).toBe('user_disabled');
    expect(errorOf(await signIn(server, email, PASSWORD))).toBe('credentials_incorrect');
    await server.changeUser(email, 'enable');
    dataOf(await signIn(server, email, OTHER_PASSWORD));
  }
});
