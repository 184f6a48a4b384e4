/** The notifier with a channel that fails: languages, retries, refused recipients, closing. */
import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../../contract/time.ts';
import { createLog } from '../../../server/kit/log.ts';
import { Notifier } from '../../../server/kit/notify/notifier.ts';
import type { Recipient } from '../../../server/kit/notify/notifier.ts';
import { DeliveryError } from '../../../server/kit/notify/ports.ts';
import type { Mail, SmsPort } from '../../../server/kit/notify/ports.ts';

const ANN: Recipient = { channel: 'mail', address: 'ann@example.org', locale: 'en-US' };
const AWAY = new DeliveryError('away', true);
const REFUSED = new DeliveryError('no such mailbox', false);

/** A notifier whose mail server fails with each of `failures` first, then accepts. */
function notifierOf(failures: Error[], sms?: SmsPort) {
  const sent: Mail[] = [];
  const waits: number[] = [];
  const time = { now: 1_000_000 };
  const notifier = new Notifier({
    mail: {
      async sendMail(mail) {
        const failure = failures.shift();
        if (failure) throw failure;
        sent.push(mail);
      },
      close: () => {},
    },
    sms,
    clock: { now: () => time.now },
    wait: async (ms) => void waits.push(ms),
    log: createLog('silent'),
  });
  return { notifier, sent, waits, time };
}

describe('a notifier', () => {
  test('sends the notice in the language of the recipient, with the footer', async () => {
    const { notifier, sent } = notifierOf([]);
    notifier.post(
      { ...ANN, locale: 'de-DE' },
      { kind: 'registerCode', code: '042195', minutes: 10 },
    );
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'ann@example.org', sentAt: 1_000_000 });
    expect(sent[0]?.text).toMatch(/Registrierungscode lautet 042195[^]+-- \n.*automatisch/);
  });

  test('adds the link that holds the account to a mail, and to no SMS', async () => {
    const { notifier, sent } = notifierOf([]);
    const link = 'https://exchange.example/hold#7.1800000000000.tag';
    const notice = { kind: 'googleUnbound' } as const;
    await notifier.deliver(ANN, notice, link);
    await notifier.deliver(ANN, notice, null);
    expect(sent.map(({ text }) => text.includes(`your whole account on hold:\n${link}\n`))).toEqual(
      [true, false],
    );
    const messages: string[] = [];
    const sms = {
      sendSms: async ({ text }: { readonly text: string }) => void messages.push(text),
    };
    const other = notifierOf([], sms).notifier;
    await other.deliver({ ...ANN, channel: 'sms', address: '+15550100' }, notice, link);
    expect(messages).toHaveLength(1);
    expect(messages[0]).not.toContain('hold#');
  });

  test('tries again, with growing pauses, when the channel fails', async () => {
    const { notifier, sent, waits } = notifierOf([AWAY, AWAY]);
    notifier.post(ANN, { kind: 'passwordChanged' });
    await expect.poll(() => sent).toHaveLength(1);
    expect(waits).toEqual([SECOND_MS, 4 * SECOND_MS]);
    expect(notifier.isDown('mail')).toBe(false);
  });

  test('reports the channel as down after the last try, for half a minute', async () => {
    const { notifier, time } = notifierOf([AWAY, AWAY, AWAY]);
    notifier.post(ANN, { kind: 'passwordChanged' });
    await expect.poll(() => notifier.isDown('mail')).toBe(true);
    time.now += 30 * SECOND_MS;
    expect(notifier.isDown('mail')).toBe(false);
  });

  test('neither retries a refused recipient nor marks the channel as down', async () => {
    const { notifier, sent, waits } = notifierOf([REFUSED]);
    notifier.post(ANN, { kind: 'passwordChanged' });
    notifier.post({ ...ANN, address: 'bob@example.org' }, { kind: 'passwordChanged' });
    await notifier.close();
    expect(sent.map(({ to }) => to)).toEqual(['bob@example.org']);
    expect(waits).toEqual([]);
    expect(notifier.isDown('mail')).toBe(false);
  });

  test('without an SMS provider reports SMS as down', () => {
    expect(notifierOf([]).notifier.isDown('sms')).toBe(true);
  });

  test('finishes pending notices when it closes', async () => {
    const { notifier, sent } = notifierOf([]);
    notifier.post(ANN, { kind: 'passwordChanged' });
    await notifier.close();
    expect(sent).toHaveLength(1);
  });
});
