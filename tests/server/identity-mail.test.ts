import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { createDevelopmentMailbox } from '../../server/notify/development-mailbox.ts';
import type { Database } from '../../server/db/database.ts';
import { createLog } from '../../server/log.ts';
import { dataOf, errorOf, newAddress, registration } from '../support/identity-people.ts';
import { startTestServer } from '../support/test-server.ts';
import type { TestServer } from '../support/test-server.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function startServer(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startTestServer({ env: { SEED: 'none', ...env } });
  cleanUps.push(() => server.stop());
  return server;
}

/** Texts of the mails that a real SMTP server took, and its URL. */
async function startMailServer() {
  const texts: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (source += chunk));
      stream.on('end', () => {
        const [head = '', body = ''] = source.split('\r\n\r\n');
        texts.push(/base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const close = () => new Promise<void>((resolve) => smtp.close(resolve));
  cleanUps.push(close);
  const { port } = smtp.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@meridian.test' };
  return { texts, env, close };
}

/** Status and body of a page, asked for under the host name `host`. */
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
  test('a person signs up in production with the code that comes by SMTP', async () => {
    const { texts, env } = await startMailServer();
    const server = await startServer({ NODE_ENV: 'production', CONTROL_PORT: '', ...env });
    const email = newAddress();
    dataOf(await server.call('sendEmailCode', { email, scene: 'register' }, { lang: 'th-TH' }));
    await expect.poll(() => texts, { timeout: 10_000 }).toHaveLength(1);
    const code = /\d{6}/.exec(texts[0] ?? '')?.[0] ?? '';
    expect(errorOf(await server.call('register', registration(email, code)))).toBeUndefined();
    expect(server.logs.join('\n')).not.toContain(code);
    expect((await page(server, '/dev/mailbox.json')).body).not.toContain(email);
    expect((await page(server, '/dev/mailbox')).body).not.toContain('Development mailbox');
    const bySms = { mobile: '13800138000', scene: 'register' } as const;
    expect(errorOf(await server.call('sendSmsCode', bySms))).toBe('delivery_failed');
  });

  test('that refuses connections, a code is answered as undeliverable once that is known', async () => {
    const { env, close } = await startMailServer();
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
  test('is shown to the person at this machine, with everything escaped', async () => {
    const server = await startServer({});
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
    const server = await startServer({});
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      const { status, body } = await page(server, path, 'attacker.example');
      expect(status).toBe(404);
      expect(body).not.toContain('mailbox');
    }
  });

  test('can not be made in production', () => {
    const noDatabase = {} as Database;
    expect(() => createDevelopmentMailbox(noDatabase, createLog('silent'), true)).toThrow(
      /production/,
    );
  });
});
