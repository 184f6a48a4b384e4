/** The adapter that posts text messages to an HTTP provider, and its errors. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpSms } from '../../../server/kit/notify/http-sms.ts';
import { DeliveryError } from '../../../server/kit/notify/ports.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const open: Server[] = [];
const closeAll = () =>
  Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
afterEach(closeAll);

/** A provider that answers every request with `status`. */
async function provider(status: number) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: JSON.parse(text) });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(server);
  const { port } = server.address() as AddressInfo;
  const sms = createHttpSms({
    url: `http://127.0.0.1:${port}/messages`,
    token: 'a-provider-token',
  });
  const send = () => sms.sendSms({ to: '+4915112345678', text: 'Code 042195', sentAt: 0 });
  return { received, send };
}

test('a message is posted as JSON with the token', async () => {
  const { received, send } = await provider(202);
  await send();
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/messages',
      headers: { authorization: 'Bearer a-provider-token', 'content-type': 'application/json' },
      body: { to: '+4915112345678', text: 'Code 042195' },
    },
  ]);
});

test.each([
  [500, true],
  [503, true],
  [429, true],
  [400, false],
  [401, false],
])('after %i it may be retried: %s', async (status, isRetryable) => {
  const { send } = await provider(status);
  const failure = await send().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DeliveryError);
  expect(failure).toMatchObject({ isRetryable });
});

test('an unreachable provider may be retried', async () => {
  const { send } = await provider(202);
  await closeAll();
  await expect(send()).rejects.toMatchObject({ isRetryable: true });
});
