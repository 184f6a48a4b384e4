/** Push notifications from an order to a browser, through a push service that decrypts them. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../contract/time.ts';
import { PushKey } from '../../../server/kit/push/push-key.ts';
import { createPushSender } from '../../../server/kit/push/push-sender.ts';
import {
  FiatUser,
  newFiatUser,
  newMerchant,
  startFiatServer,
  type Merchant,
} from '../../support/fiat/fiat-users.ts';
import { amendPassword } from '../../support/users/pay-password.ts';
import { dataOf, errorOf, OTHER_PASSWORD, PASSWORD } from '../../support/users/accounts.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { cancel, takeAd, write } from '../../support/fiat/fiat-orders.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { readVapid, startPushService } from '../../support/people/push-service.ts';
import type { PushBrowser, PushService } from '../../support/people/push-service.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { storeLeverPushes } from '../../support/lever/lever-pushes.ts';
import { eventually } from '../../support/eventually.ts';

let server: TestServer;
let service: PushService;
let merchant: Merchant;
let buyer: FiatUser;
let adId = '';
beforeAll(async () => {
  service = await startPushService();
  server = await startFiatServer({ env: { WEB_PUSH: 'loopback' } });
  merchant = await newMerchant(server);
  buyer = await newFiatUser(server);
  adId = (await postAd(merchant)).id;
});
afterEach(() => queryServer(server, 'delete from push_subscriptions'));
afterAll(async () => {
  await server.stop();
  await service.stop();
});

/** The same user, signed in on a second device. */
async function onAnotherDevice(person: FiatUser): Promise<FiatUser> {
  const fields = { account: person.email, password: PASSWORD };
  const tokens = dataOf(await server.call('signIn', fields, { headers: newClientAddress() }));
  return new FiatUser(server, person, tokens);
}
const subscribe = async (
  person: FiatUser,
  { subscription }: PushBrowser,
  lang = 'en-US',
): Promise<void> => {
  const headers = newClientAddress();
  dataOf(await server.call('subscribePush', subscription, { token: person.token, lang, headers }));
};
const forget = (person: FiatUser, { subscription: { endpoint } }: PushBrowser) =>
  person.ask('unsubscribePush', { endpoint });
const subscribed = async (person: FiatUser): Promise<readonly string[]> => {
  const rows = await queryServer<{ endpoint: string }>(
    server,
    'select endpoint from push_subscriptions where user_id = $1 order by id',
    [person.id],
  );
  return rows.map(({ endpoint }) => endpoint);
};
/** An order on the ad, which ends immediately to make room for the next one. */
async function order(): Promise<string> {
  const taker = await newFiatUser(server);
  const placed = dataOf(await takeAd(taker, { id: adId }));
  dataOf(await cancel(taker, placed));
  return placed.id;
}

describe('the key', () => {
  test('is the same for all users and after a restart, and is stored encrypted', async () => {
    const { public_key: key } = await merchant.ask('getPushKey', {});
    await server.restart();
    await merchant.renew();

    expect(await buyer.ask('getPushKey', {})).toMatchObject({ public_key: key });
    expect(Buffer.from(ensure(key, 'a key'), 'base64url')).toHaveLength(65);
    const [kept] = await queryServer<{ value: string }>(
      server,
      "select value from settings where key = 'push_key'",
    );
    expect(kept?.value).toMatch(/^v1\.[\w-]+$/);
    expect(server.logs.join('\n')).not.toContain('PRIVATE KEY');
  });
});

describe('a notice', () => {
  test('reaches each browser in its language, encrypted and signed, and has no names', async () => {
    const [german, thai] = [service.newBrowser(), service.newBrowser()];
    await subscribe(merchant, german, 'de-DE');
    await subscribe(await onAnotherDevice(merchant), thai, 'th-TH');

    const id = await order();

    const { headers, message } = await german.waitFor(/neue P2P-Order/);
    expect(message).toEqual({
      title: 'P2P-Order bei Meridian',
      body: 'Sie haben eine neue P2P-Order.',
      url: `/fiat-order?id=${id}`,
      tag: `fiat-order-${id}`,
    });
    await thai.waitFor(/ออเดอร์ P2P ใหม่/);
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'high',
    });
    const { claims, publicKey, isSigned } = readVapid(headers.authorization ?? '');
    const { public_key: key } = await merchant.ask('getPushKey', {});
    expect({ publicKey, isSigned }).toEqual({ publicKey: key, isSigned: true });
    expect(claims.aud).toBe(service.origin);
    expect(ensure(claims.exp, 'an end') * SECOND_MS).toBeLessThan(Date.now() + DAY_MS);
  });

  test('of a message is sent to the other side alone', async () => {
    const [theirs, own] = [service.newBrowser(), service.newBrowser()];
    await subscribe(merchant, theirs);
    await subscribe(buyer, own);
    const placed = dataOf(await takeAd(buyer, { id: adId }));
    await theirs.waitFor(/new P2P order/);

    dataOf(await write(buyer, placed, 'My account is 6222 0210.'));

    const { message } = await theirs.waitFor(/new message/);
    expect(JSON.stringify(message)).not.toMatch(/6222 ?0210/);
    expect(own.deliveries.map((delivery) => delivery.message.body)).not.toContainEqual(
      expect.stringMatching(/new message/),
    );
  });

  test('delays no work when a push service does not answer, or fails', async () => {
    const [silent, failing, well] = [
      service.newBrowser(),
      service.newBrowser(),
      service.newBrowser(),
    ];
    silent.answer = null;
    failing.answer = 500;
    for (const browser of [silent, failing, well])
      await subscribe(await onAnotherDevice(merchant), browser);
    const logged = server.logs.length;

    await order();

    await well.waitFor(/new P2P order/);
    const line = await server.waitForLog(/push notification rejected/, logged);
    expect(line).toContain('the push service answered 500');
    expect(line).not.toContain(failing.subscription.endpoint);
    expect(await subscribed(merchant)).toContain(failing.subscription.endpoint);
  });

  test.each([404, 410])('ends a subscription that is answered with %d for good', async (status) => {
    const gone = service.newBrowser();
    gone.answer = status;
    await subscribe(merchant, gone);

    await order();

    await eventually(async () => expect(await subscribed(merchant)).toEqual([]));
  });

  test('about contracts is sent from the outbox, in the language of the browser', async () => {
    const browser = service.newBrowser();
    await subscribe(merchant, browser, 'de-DE');
    const { id: userId } = merchant;

    await storeLeverPushes(server, { userId, about: 'near_stop_out', orderId: null });
    await storeLeverPushes(server, { userId, about: 'stop_loss', orderId: 7 });

    const { message } = await browser.waitFor(/kurz vor der Liquidation/);
    expect(message).toMatchObject({
      title: 'Kontrakte bei Meridian',
      url: '/lever-my-trade',
      tag: 'contract-near_stop_out',
    });
    const { message: about } = await browser.waitFor(/per Stop-Loss geschlossen/);
    expect(about).toMatchObject({ url: '/lever-my-trade?id=7', tag: 'contract-order-7' });
    await eventually(async () =>
      expect(
        await queryServer(server, "select id from outbox where topic = 'contract_push'"),
      ).toEqual([]),
    );
  });

  test('about contracts to a silent push service delays no other message of the outbox', async () => {
    const slow = await newFiatUser(server);
    const silent = service.newBrowser();
    silent.answer = null;
    await subscribe(slow, silent);
    const well = service.newBrowser();
    await subscribe(await onAnotherDevice(merchant), well);

    await storeLeverPushes(server, { userId: slow.id, about: 'stop_loss', orderId: 7 }, 60);
    await storeLeverPushes(server, {
      userId: merchant.id,
      about: 'near_stop_out',
      orderId: null,
    });

    await well.waitFor(/near liquidation/);
  });

  test('does not reach an unsubscribed browser', async () => {
    const [off, on] = [service.newBrowser(), service.newBrowser()];
    await subscribe(merchant, off);
    await subscribe(await onAnotherDevice(merchant), on);
    await forget(merchant, off);

    await order();

    await on.waitFor(/new P2P order/);
    expect(off.deliveries).toEqual([]);
  });
});

test('in transit is aborted when the server stops', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = new PushKey(privateKey, 'mailto:hello@exchange.example');
  const sender = createPushSender(key, true);
  const silent = service.newBrowser();
  silent.answer = null;
  const sending = sender.send(silent.subscription, '{"body":"Hello"}', Date.now());
  const { headers } = await silent.waitFor(/Hello/);

  sender.close();

  // The cause must not be the push sender's own timeout.
  const end: unknown = await sending.catch((error: unknown) => error);
  expect((end as { readonly cause?: Error }).cause?.name).toBe('AbortError');
  expect(readVapid(headers.authorization ?? '').claims.sub).toBe('mailto:hello@exchange.example');
});

/** An order on an ad of the seller; the notification in the other browser proves that it was processed. */
async function toldOnce({ id }: Parameters<typeof takeAd>[1], other: PushBrowser): Promise<void> {
  const taker = await newFiatUser(server);
  const { id: orderId } = dataOf(await takeAd(taker, { id }));
  await eventually(() => {
    const urls = other.deliveries.map(({ message }) => message.url);
    expect(urls).toContain(`/fiat-order?id=${orderId}`);
  });
}

describe('an ended session', () => {
  let seller: Merchant;
  let ended: FiatUser;
  beforeEach(async () => {
    seller = await newMerchant(server);
    ended = await onAnotherDevice(seller);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['by its own sign-out', () => ended.ask('signOut', {})],
    ['by another device', () => seller.ask('endOtherSessions', {})],
    ['by a new password', () => amendPassword(server, seller.token, OTHER_PASSWORD)],
  ])('ended %s gets no more notices; the user’s other session does', async (_, end) => {
    const [told, silent] = [service.newBrowser(), service.newBrowser()];
    await subscribe(seller, told);
    await subscribe(ended, silent);
    // A new password holds withdrawals, and with them new ads.
    const ad = await postAd(seller);

    await end();
    await toldOnce(ad, told);

    expect(silent.deliveries).toEqual([]);
    await eventually(async () =>
      expect(await subscribed(seller)).toEqual([told.subscription.endpoint]),
    );
  });

  test('that was left alone for too long gets no notices', async () => {
    const [told, silent] = [service.newBrowser(), service.newBrowser()];
    await subscribe(ended, silent);
    await queryServer(
      server,
      `update sessions set rotated_at_ms = rotated_at_ms - $2::bigint
       where id = (select session_id from push_subscriptions where endpoint = $1)`,
      [silent.subscription.endpoint, String(LIMITS.refresh_token_idle_ms)],
    );
    await subscribe(seller, told);

    await toldOnce(await postAd(seller), told);

    expect(silent.deliveries).toEqual([]);
  });

  test('of a disabled account gets no notices', async () => {
    const [told, silent] = [service.newBrowser(), service.newBrowser()];
    const taker = await newFiatUser(server);
    await subscribe(seller, told);
    await subscribe(taker, silent);
    const placed = dataOf(await takeAd(taker, { id: (await postAd(seller)).id }));
    dataOf(await write(seller, placed, 'Good morning.'));
    await silent.waitFor(/new message/);

    await server.changeUser(taker.email, 'disable');
    dataOf(await write(seller, placed, 'Are you there?'));
    await toldOnce(await postAd(seller), told);

    expect(silent.deliveries).toHaveLength(1);
  });

  test('ended by a reused refresh token gets no notices', async () => {
    const [told, silent] = [service.newBrowser(), service.newBrowser()];
    await subscribe(seller, told);
    await subscribe(ended, silent);
    await queryServer(
      server,
      `update sessions set ended_at_ms = 1, ended_reason = 'refresh_reused'
       where id = (select session_id from push_subscriptions where endpoint = $1)`,
      [silent.subscription.endpoint],
    );

    await toldOnce(await postAd(seller), told);

    expect(silent.deliveries).toEqual([]);
  });
});

describe('a subscription', () => {
  test('repeated is one, in the newer language', async () => {
    const browser = service.newBrowser();
    await subscribe(merchant, browser, 'de-DE');
    await subscribe(merchant, browser, 'fr-FR');

    await order();

    await browser.waitFor(/nouvelle commande/);
    expect(await subscribed(merchant)).toEqual([browser.subscription.endpoint]);
  });

  test('of a session replaces the previous one', async () => {
    const [before, after] = [service.newBrowser(), service.newBrowser()];
    await subscribe(merchant, before);
    await subscribe(merchant, after);

    expect(await subscribed(merchant)).toEqual([after.subscription.endpoint]);
  });

  test('is shown to its own session alone', async () => {
    const browser = service.newBrowser();
    await subscribe(merchant, browser);
    const { endpoint } = browser.subscription;

    expect(await merchant.ask('getPushKey', {})).toMatchObject({ endpoint });
    const elsewhere = await onAnotherDevice(merchant);
    expect(await elsewhere.ask('getPushKey', {})).toMatchObject({ endpoint: null });
    await forget(elsewhere, browser);
    expect(await subscribed(merchant)).toEqual([endpoint]);
  });

  test('belongs to the last user who subscribed in that browser', async () => {
    const browser = service.newBrowser();
    await subscribe(merchant, browser);
    await subscribe(buyer, browser);
    await forget(merchant, browser);

    expect(await subscribed(merchant)).toEqual([]);
    expect(await subscribed(buyer)).toEqual([browser.subscription.endpoint]);
  });

  test('beyond the limit of a user replaces the oldest, even with parallel calls', async () => {
    const browsers = Array.from({ length: LIMITS.push_subscriptions_max + 3 }, () =>
      service.newBrowser(),
    );
    const [first] = browsers;
    await subscribe(merchant, ensure(first, 'a browser'));
    await Promise.all(
      browsers.slice(1).map(async (browser) => subscribe(await onAnotherDevice(merchant), browser)),
    );

    const left = await subscribed(merchant);
    expect(left).toHaveLength(LIMITS.push_subscriptions_max);
    expect(left).not.toContain(first?.subscription.endpoint);
  });

  test.each([
    ['another machine of this network', { endpoint: 'https://10.0.0.8/push' }],
    ['the server itself by name', { endpoint: 'https://localhost/push' }],
    ['no encryption on the way', { endpoint: 'http://push.example.org/x' }],
    ['another port', { endpoint: 'https://push.example.org:6379/x' }],
    ['a key off the curve', { p256dh: `B${'A'.repeat(86)}` }],
  ])('with %s is refused', async (_, change) => {
    const { subscription } = service.newBrowser();

    const answer = await buyer.call('subscribePush', { ...subscription, ...change });

    expect(errorOf(answer)).toBe('push_endpoint_invalid');
    expect(await subscribed(buyer)).toEqual([]);
  });
});
