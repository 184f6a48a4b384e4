/** The SMTP adapter against a real mail server: headers, authentication, errors. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { DeliveryError } from '../../../server/kit/notify/ports.ts';
import type { MailPort } from '../../../server/kit/notify/ports.ts';
import { createSmtpMail } from '../../../server/kit/notify/smtp-mail.ts';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A real SMTP server on a port of the system's choice, and an adapter that talks to it. */
async function mailSystem(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (source += chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'Meridian <no-reply@meridian.test>');
  cleanUps.push(
    () => mail.close(),
    () => new Promise<void>((resolve) => server.close(resolve)),
  );
  return { mail, received, port };
}

const send = (mail: MailPort) =>
  mail.sendMail({
    to: 'ann@example.org',
    subject: 'Meridian 注册验证码',
    text: '您的验证码是 042195\n',
    sentAt: Date.UTC(2026, 10, 20, 12),
  });

const smtpError = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

test('a mail reaches the server with sender, recipient, subject, time and text', async () => {
  const { mail, received } = await mailSystem();
  await send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'no-reply@meridian.test', to: ['ann@example.org'] });
  const source = received[0]?.source ?? '';
  expect(source).toContain('Date: Fri, 20 Nov 2026 12:00:00 +0000');
  const subject = /^Subject: =\?UTF-8\?B\?(.+)\?=/m.exec(source)?.[1] ?? '';
  expect(Buffer.from(subject, 'base64').toString()).toBe('Meridian 注册验证码');
  const [, body = ''] = source.split('\r\n\r\n');
  expect(Buffer.from(body, 'base64').toString()).toContain('042195');
});

test('a server that asks for a password gets it', async () => {
  const given: unknown[] = [];
  const { port } = await mailSystem({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      given.push([username, password]);
      done(null, { user: username });
    },
  });
  const mail = createSmtpMail(`smtp://meridian:s3cret@127.0.0.1:${port}`, 'no-reply@meridian.test');
  cleanUps.unshift(() => mail.close());
  await send(mail);
  expect(given).toEqual([['meridian', 's3cret']]);
});

test.each([
  [450, true],
  [550, false],
])('a recipient refused with %i may be retried: %s', async (reply, isRetryable) => {
  const { mail } = await mailSystem({
    onRcptTo: (_address, _session, done) => done(smtpError(reply)),
  });
  const failure = await send(mail).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DeliveryError);
  expect(failure).toMatchObject({ isRetryable });
});

test('an unreachable server may be retried', async () => {
  const { port, mail: closedWithServer } = await mailSystem();
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  closedWithServer.close();
  const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'no-reply@meridian.test');
  cleanUps.push(() => mail.close());
  await expect(send(mail)).rejects.toMatchObject({ isRetryable: true });
});
