/** Mails to the owner about each step that a thief would take (RULES), over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAd, buyAd, editAd, postAd, sellAd, sendAd } from '../../support/fiat/fiat-ads.ts';
import { confirm, declare, done, placedOrder, takeAd } from '../../support/fiat/fiat-orders.ts';
import { newFiatUser, newMerchant, saveMethod } from '../../support/fiat/fiat-users.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf, messagesTo, signIn } from '../../support/users/accounts.ts';
import { newUser } from '../../support/users/test-user.ts';
import { newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer();
});
afterAll(() => giveBack(server));

/** The bodies of the mails to the user with this subject, newest first, once the outbox has no other mail to them. */
async function mailsAbout(email: string, subject: string): Promise<readonly string[]> {
  await expect.poll(() => undelivered(email), { timeout: 20_000 }).toBe(0);
  const mails = await messagesTo(server, email, 0);
  return mails.filter((mail) => mail.subject === subject).map(({ body }) => body);
}

const undelivered = async (email: string): Promise<number> => {
  const [row] = await queryServer<{ left: number }>(
    server,
    `select count(*)::integer as left from outbox, users
     where topic = 'user_notice' and (payload ->> 'userId')::integer = users.id and users.email = $1`,
    [email],
  );
  return row?.left ?? -1;
};

const OFFERED = 'Your crypto was offered for sale on Meridian';
const REQUESTED = 'Withdrawal requested from Meridian';

test('a bound address and a requested withdrawal are mailed, a refused one and a repeated one are not', async () => {
  const person = await newWithdrawer(server, { USDT: '1000' });
  const [bound] = await mailsAbout(person.email, 'Withdrawal address added to Meridian');
  expect(bound).toContain(`address for USDT was added to your Meridian account: ${person.address}`);
  const key = newKey();
  expect(errorOf(await withdraw(server, person, { amount: '5000' }))).toBe('insufficient_balance');
  dataOf(await withdraw(server, person, { amount: '300' }, key));
  dataOf(await withdraw(server, person, { amount: '300' }, key));
  const mails = await mailsAbout(person.email, REQUESTED);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`A withdrawal of 300 USDT to ${person.address} was requested`);
});

test('signing out the other devices is mailed if there were any', async () => {
  const { email, token } = await newUser(server);
  const subject = 'Other devices were signed out of Meridian';
  dataOf(await server.call('endOtherSessions', {}, { token }));
  expect(await mailsAbout(email, subject)).toEqual([]);
  dataOf(await signIn(server, email));
  dataOf(await server.call('endOtherSessions', {}, { token }));
  expect(await mailsAbout(email, subject)).toHaveLength(1);
});

test('a sell ad is mailed when it is posted, resumed or enlarged; a buy ad and a harmless edit are not', async () => {
  const merchant = await newMerchant(server, '1000');
  dataOf(await sendAd(server, merchant, buyAd()));
  const ad = await postAd(merchant, 'sell', { total: '200', max_amount: '700', auto_open: '0' });
  const resumed = dataOf(await changeAd(server, merchant, 'resumeFiatAd', ad));
  const larger = dataOf(
    await editAd(server, merchant, resumed, sellAd(merchant, { total: '350' })),
  );
  dataOf(
    await editAd(server, merchant, larger, sellAd(merchant, { total: '350', remark: 'Hello' })),
  );
  const mails = await mailsAbout(merchant.email, OFFERED);
  expect(mails.map((body) => /^\S+ USDT/.exec(body)?.[0])).toEqual([
    '350 USDT',
    '200 USDT',
    '200 USDT',
  ]);
});

test('a sale to an ad is mailed to the seller, and a purchase is not mailed', async () => {
  const seller = await newFiatUser(server, { usdt: '1000' });
  const { id } = await saveMethod(seller, 'bank_card');
  const bought = await postAd(await newMerchant(server), 'buy', { total: '1000' });
  dataOf(await takeAd(seller, bought, { collection_method_id: id, quantity: '150' }));
  expect(await mailsAbout(seller.email, OFFERED)).toEqual([
    expect.stringMatching(/^150 USDT of your Meridian account/),
  ]);
  const { buyer } = await placedOrder(server);
  expect(await mailsAbout(buyer.email, OFFERED)).toEqual([]);
});

test('a declared payment is mailed to the seller once', async () => {
  const { buyer, seller, order } = await placedOrder(server);
  const paid = await done(declare, buyer, order);
  await done(confirm, seller, paid);
  const subject = 'A buyer marked a payment as sent on Meridian';
  expect(await mailsAbout(seller.email, subject)).toEqual([
    expect.stringContaining('your P2P order for 100 USDT'),
  ]);
  expect(await mailsAbout(buyer.email, subject)).toEqual([]);
});
