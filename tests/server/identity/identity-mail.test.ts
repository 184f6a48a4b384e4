/** A production server with a real SMTP server: codes and notices arrive, the development mailbox is absent. */
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/time.ts';
import { createDevelopmentMailbox } from '../../../server/kit/notify/development-mailbox.ts';
import type { Database } from '../../../server/kit/db/database.ts';
import { createLog } from '../../../server/kit/log.ts';
import { dataOf, errorOf, newAddress, registration } from '../../support/users/accounts.ts';
import {
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  tryPayPassword,
} from '../../support/users/pay-password.ts';
import { lastingPort } from '../../support/servers/lasting-port.ts';
import { startMailServer } from '../../support/identity/mail-server.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function startServer(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startTestServer({ isOwnProcess: true, env: { SEED: 'none', ...env } });
  cleanUps.push(() => server.stop());
  return server;
}

async function startMail(port?: number) {
  const mail = await startMailServer(undefined, port);
  cleanUps.push(() => mail.close());
  return mail;
}

/** Returns status and body of a page, requested with the host name `host`. */
function page(server: TestServer, path: string, host?: string) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const asked = request(server.origin + path, { headers: host ? { host } : {} }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asked.once('error', reject).end();
  });
}

describe('with a mail server', () => {
  test('a user signs up in production with the code that comes by SMTP', async () => {
    const { texts, env } = await startMail();
    const server = await startServer({ NODE_ENV: 'production', CONTROL_PORT: '', ...env });
    const email = newAddress();
    dataOf(await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'th-TH' }));
    await expect.poll(() => texts).toHaveLength(1);
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0] ?? '';
    expect(errorOf(await server.call('register', registration(email, code)))).toBeUndefined();
    expect(server.logs.join('\n')).not.toContain(code);
    expect((await page(server, '/dev/mailbox.json')).body).not.toContain(email);
    expect((await page(server, '/dev/mailbox')).body).not.toContain('Development mailbox');
    const bySms = { mobile: '13800138000', scene: 'register' } as const;
    expect(errorOf(await server.call('sendSmsCode', bySms))).toBe('delivery_failed');
  });

  test('a user is notified by SMTP of changes to their secrets, and gets the code for an address', async () => {
    const { texts, env } = await startMail();
    const server = await startServer(env);
    const mail = async (pattern: RegExp) => {
      await expect.poll(() => texts.find((text) => pattern.test(text))).toBeDefined();
      return texts.find((text) => pattern.test(text)) ?? '';
    };
    const email = newAddress();
    dataOf(await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'en-US' }));
    const signUpCode = /\d{6}/.exec(await mail(/sign-up code/))?.[0] ?? '';
    const signedUp = await server.call('register', registration(email, signUpCode), {
      lang: 'en-US',
    });
    const { accessToken: token } = dataOf(signedUp);
    dataOf(await amendPayPassword(server, token));
    await mail(/transaction password was set/);
    for (let tries = 0; tries < 5; tries++) await tryPayPassword(server, token, OTHER_PAY_PASSWORD);
    await mail(/Too many incorrect passwords or codes/);
    const own = { scene: 'bind_address' } as const;
    dataOf(await server.call('sendOwnCode', own, { token, lang: 'de-DE' }));
    expect(await mail(/Auszahlungsadresse/)).toMatch(/\b\d{6}\b/);
    expect(server.logs.join()).not.toContain(/\d{6}/.exec(await mail(/Auszahlungsadresse/))?.[0]);
  });

  test('that is down, a notice of a changed secret outlives a killed server and comes later', async () => {
    const port = await lastingPort();
    const { texts, env, close } = await startMail(port);
    const server = await startServer(env);
    const email = newAddress();
    dataOf(await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'en-US' }));
    await expect.poll(() => texts).toHaveLength(1);
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0] ?? '';
    const signedUp = await server.call('register', registration(email, code), { lang: 'en-US' });
    await close();
    dataOf(await amendPayPassword(server, dataOf(signedUp).accessToken));
    await server.kill();

    const later = await startMail(port);
    await server.restart();
    await server.controlAdvance(5 * MINUTE_MS);
    await expect.poll(() => later.texts).toHaveLength(1);
    expect(later.texts[0]).toMatch(/transaction password was set/);
  });

  test('that refuses connections, a code is answered as undeliverable once that is known', async () => {
    const { env, close } = await startMail();
    await close();
    const server = await startServer(env);
    const ask = async () =>
      errorOf(await server.call('sendEmailCode', { email: newAddress(), scene: 'register' }));
    expect(await ask()).toBeUndefined();
    await server.waitForLog(/"notice":"registerCode".*notice not delivered/);
    expect(await ask()).toBe('delivery_failed');
    await server.controlAdvance(30_000);
    expect(await ask()).toBeUndefined();
  });
});

describe('the development mailbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await borrowServer();
  });
  afterAll(() => giveBack(server));

  test('is shown to a user at this machine, with everything escaped', async () => {
    const email = "o'brien&sons@example.org";
    dataOf(await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'en-US' }));
    await expect
      .poll(async () => (await page(server, '/dev/mailbox')).body)
      .toContain('<p>o&#39;brien&#38;sons@example.org, ');
    const { status, body } = await page(server, '/dev/mailbox');
    expect(status).toBe(200);
    expect(body).toMatch(/Your Meridian sign-up code is \d{6}/);
    expect(body).not.toContain('<script');
  });

  test('is not shown under a foreign name that points here', async () => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      const { status, body } = await page(server, path, 'attacker.example');
      expect(status).toBe(404);
      expect(body).not.toContain('mailbox');
    }
  });

  test('cannot be opened in production', () => {
    const noDatabase = {} as Database;
    expect(() => createDevelopmentMailbox(noDatabase, createLog('silent'), true)).toThrow(
      /production/,
    );
  });
});
