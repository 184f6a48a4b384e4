/** Chooses the adapters of mail and SMS from the settings. */
import { setTimeout as delay } from 'node:timers/promises';
import { assert } from '../../../contract/assert.ts';
import type { Clock } from '../../../contract/time.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createDevelopmentMailbox } from './development-mailbox.ts';
import type { DevelopmentMailbox } from './development-mailbox.ts';
import { createHttpSms } from './http-sms.ts';
import type { HttpSmsSettings } from './http-sms.ts';
import { Notifier } from './notifier.ts';
import { createSmtpMail } from './smtp-mail.ts';

interface SmtpSettings {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly smtpUrl: string;
  /** The sender, `Meridian <no-reply@example.org>`. */
  readonly from: string;
}

interface NotifySettings {
  readonly mail: SmtpSettings | undefined;
  readonly sms: HttpSmsSettings | undefined;
  readonly isProduction: boolean;
}

interface NotifyServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

interface Notify {
  readonly notifier: Notifier;
  /** Takes the messages without an adapter; never in production. */
  readonly mailbox: DevelopmentMailbox | undefined;
}

/**
 * Outside of production, the development mailbox replaces every adapter that is not configured.
 * Production requires mail; without an SMS provider, codes by SMS are rejected as undeliverable.
 * @throws AssertionError in production without SMTP settings.
 */
export function createNotify(settings: NotifySettings, services: NotifyServices): Notify {
  const { sms, isProduction } = settings;
  const { database, clock, log } = services;
  const mailbox = isProduction ? undefined : createDevelopmentMailbox(database, log, isProduction);
  const mail =
    settings.mail === undefined
      ? mailbox
      : createSmtpMail(settings.mail.smtpUrl, settings.mail.from);
  assert(mail !== undefined, 'production needs SMTP settings');
  const smsPort = sms === undefined ? mailbox : createHttpSms(sms);
  const wait = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });
  return { notifier: new Notifier({ mail, sms: smsPort, clock, wait, log }), mailbox };
}
