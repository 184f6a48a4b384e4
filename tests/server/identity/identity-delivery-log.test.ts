/** The log lines of a production server about undelivered messages never name the recipient. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, newAddress } from '../../support/users/accounts.ts';
import { startMailServer } from '../../support/identity/mail-server.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

/** Mobile numbers by the status with which the provider responds to their last digit. */
const MOBILES = { 400: '13800138004', 302: '13800138003' } as const;

let server: TestServer;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  server = await startTestServer({
    env: {
      SEED: 'none',
      NODE_ENV: 'production',
      CONTROL_PORT: '',
      // The most verbose log level.
      LOG_LEVEL: 'trace',
      ...(await startRefusingMail()),
      ...(await startRefusingSms()),
    },
  });
  cleanUps.push(() => server.stop());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A mail server that rejects every recipient and names it: temporarily if called `later`, permanently otherwise. */
async function startRefusingMail() {
  const mail = await startMailServer((address) => ({
    code: address.startsWith('later') ? 450 : 550,
    words: `5.1.1 <${address}>: no such mailbox, ${address.toUpperCase()} is unknown here`,
  }));
  cleanUps.push(() => mail.close());
  return mail.env;
}

/** An SMS provider that repeats the number in every response. */
async function startRefusingSms() {
  const provider = createServer((request, response) => {
    let asked = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (asked += chunk));
    request.once('end', () => {
      const { to } = JSON.parse(asked) as { to: string };
      const quoted = `${to} can not be reached`;
      const place = `http://127.0.0.1/${to}`;
      response.writeHead(to.endsWith('4') ? 400 : 302, quoted, { location: place });
      response.end(JSON.stringify({ error: quoted }));
    });
  });
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  cleanUps.push(() => new Promise((resolve) => provider.close(resolve)));
  const { port } = provider.address() as AddressInfo;
  return { SMS_URL: `http://127.0.0.1:${port}/messages`, SMS_TOKEN: 'a-provider-token' };
}

/** Waits for the first matching line after `from`. @returns its fields without time and level. */
async function told(pattern: RegExp, from: number): Promise<unknown> {
  const line = JSON.parse(await server.waitForLog(pattern, from)) as Record<string, unknown>;
  const { time: _time, level: _level, ...rest } = line;
  return rest;
}

const LOST = { notice: 'registerCode', isRetried: false, msg: 'notice not delivered' };

test('a refused mail is logged by its code, without the address that the mail server repeats', async () => {
  const [email, from] = [newAddress(), server.logs.length];
  dataOf(await server.call('sendEmailCode', { email, scene: 'register' }));
  expect(await told(/not delivered/, from)).toEqual({ ...LOST, channel: 'mail', code: 550 });
  expect(server.logs.join('\n').toLowerCase()).not.toContain(email);
});

test('a mail that is retried is logged as retried, with no more details', async () => {
  const [email, from] = [newAddress('later'), server.logs.length];
  dataOf(await server.call('sendEmailCode', { email, scene: 'register' }));
  const lost = { ...LOST, channel: 'mail', code: 450 };
  const again = { ...lost, isRetried: true, msg: 'delivery is retried' };
  expect(await told(/delivery is retried/, from)).toEqual(again);
  expect(await told(/not delivered/, from)).toEqual(lost);
  expect(server.logs.join('\n').toLowerCase()).not.toContain(email);
});

test.each([
  [400, 400],
  [302, 'TypeError'],
] as const)(
  'a text message answered with %i is logged without the number that the provider repeats',
  async (status, code) => {
    const [mobile, from] = [MOBILES[status], server.logs.length];
    dataOf(await server.call('sendSmsCode', { mobile, scene: 'register' }));
    expect(await told(/not delivered/, from)).toEqual({ ...LOST, channel: 'sms', code });
    expect(server.logs.join('\n')).not.toContain(mobile);
  },
);
