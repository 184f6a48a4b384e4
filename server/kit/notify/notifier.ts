/**
 * Sends notices in the background, so that no response waits for a mail server or reveals by its
 * time that a mail was sent.
 */
import type { Locale } from '../../../contract/languages.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Clock, EpochMs } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { NOTICE_TEXTS, wordNotice } from './notices.ts';
import type { Notice } from './notices.types.ts';
import { DeliveryError } from './ports.ts';
import type { DeliveryCode, MailPort, SmsPort } from './ports.ts';

type Channel = 'mail' | 'sms';

export interface Recipient {
  readonly channel: Channel;
  /** Email address or E.164 number, by channel. */
  readonly address: string;
  readonly locale: Locale;
}

/** Waits before the second and the third attempt. */
const RETRY_DELAYS_MS: readonly number[] = [SECOND_MS, 4 * SECOND_MS];
/** Time for which a failed channel is reported as down before it is retried. */
const DOWN_MS = 30 * SECOND_MS;
/**
 * Largest number of messages on their way; more are dropped and logged, so that the queue is
 * bounded.
 */
const UNDER_WAY_MAX = 1_000;

interface NotifierParts {
  readonly mail: MailPort;
  /** Undefined without a provider; the channel is down then. */
  readonly sms: SmsPort | undefined;
  readonly clock: Clock;
  /** Resolves after `ms`, rejects when stopped. */
  readonly wait: (ms: number, stopped: AbortSignal) => Promise<unknown>;
  readonly log: Log;
}

export class Notifier {
  readonly #parts: NotifierParts;
  readonly #underWay = new Set<Promise<void>>();
  readonly #failedAt = new Map<Channel, EpochMs>();
  readonly #stopping = new AbortController();

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  /** Returns whether the channel is known to be down; the same for every recipient. */
  isDown(channel: Channel): boolean {
    if (channel === 'sms' && this.#parts.sms === undefined) return true;
    const failedAt = this.#failedAt.get(channel);
    return failedAt !== undefined && this.#parts.clock.now() - failedAt < DOWN_MS;
  }

  /**
   * Starts the delivery of a message; returns immediately and never throws. Failures are retried,
   * then logged.
   */
  post(recipient: Recipient, notice: Notice): void {
    if (this.#underWay.size >= UNDER_WAY_MAX) {
      this.#parts.log.error({ notice: notice.kind }, 'notice dropped: too many in progress');
      return;
    }
    const delivery = this.#deliverWithRetries(recipient, notice).finally(() =>
      this.#underWay.delete(delivery),
    );
    this.#underWay.add(delivery);
  }

  /**
   * Delivers a stored message once, for a caller that retries later. A permanent rejection of the
   * recipient is logged. @param holdLink added to a mail; an SMS has no links, so that users do not learn to follow them.
   * @throws when the channel failed, so a later delivery may succeed.
   */
  async deliver(recipient: Recipient, notice: Notice, holdLink: string | null): Promise<void> {
    try {
      await this.#sendOnce(recipient, notice, holdLink);
      this.#failedAt.delete(recipient.channel);
    } catch (error) {
      this.#noteFault(recipient.channel, error);
      if (isChannelFault(error))
        throw new DeliveryError(`${notice.kind} not delivered`, true, codeOfFault(error));
      const fault = faultOf(error, recipient.channel, notice);
      this.#parts.log.error({ ...fault, isRetried: false }, 'notice not delivered');
    }
  }

  /** Finishes current deliveries without waiting for retries, then closes the ports. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
    this.#parts.mail.close();
  }

  async #deliverWithRetries(recipient: Recipient, notice: Notice): Promise<void> {
    const { channel } = recipient;
    try {
      await this.#send(recipient, notice);
      this.#failedAt.delete(channel);
    } catch (error) {
      this.#noteFault(channel, error);
      const fault = faultOf(error, channel, notice);
      this.#parts.log.error({ ...fault, isRetried: false }, 'notice not delivered');
    }
  }

  #noteFault(channel: Channel, error: unknown): void {
    if (isChannelFault(error)) this.#failedAt.set(channel, this.#parts.clock.now());
  }

  async #send(recipient: Recipient, notice: Notice): Promise<void> {
    for (const retryDelayMs of RETRY_DELAYS_MS) {
      try {
        return await this.#sendOnce(recipient, notice);
      } catch (error) {
        const isFinal = error instanceof DeliveryError && !error.isRetryable;
        if (isFinal || this.#stopping.signal.aborted) throw error;
        const fault = faultOf(error, recipient.channel, notice);
        this.#parts.log.warn({ ...fault, isRetried: true }, 'delivery is retried');
        await this.#parts.wait(retryDelayMs, this.#stopping.signal);
      }
    }
    await this.#sendOnce(recipient, notice);
  }

  async #sendOnce(
    { channel, address, locale }: Recipient,
    notice: Notice,
    holdLink: string | null = null,
  ): Promise<void> {
    const { mail, sms, clock } = this.#parts;
    const { subject, body } = wordNotice(notice, locale);
    const sentAt = clock.now();
    if (channel === 'mail') {
      const { footer, hold } = NOTICE_TEXTS[locale];
      const paragraphs = [body, ...(holdLink === null ? [] : [`${hold}\n${holdLink}`])];
      const text = `${paragraphs.join('\n\n')}\n\n-- \n${footer}\n`;
      return mail.sendMail({ to: address, subject, text, sentAt });
    }
    if (sms === undefined) throw new DeliveryError('no SMS provider is configured', false);
    return sms.sendSms({ to: address, text: body, sentAt });
  }
}

/** A rejected recipient says nothing about the channel. */
const isChannelFault = (error: unknown): boolean =>
  !(error instanceof DeliveryError) || error.isRetryable;

/**
 * The only facts for the log, because an error's own message may come from a server that names the
 * recipient.
 */
const faultOf = (error: unknown, channel: Channel, notice: Notice) => ({
  channel,
  notice: notice.kind,
  code: codeOfFault(error),
});

function codeOfFault(error: unknown): DeliveryCode | undefined {
  if (error instanceof DeliveryError) return error.code;
  return error instanceof Error ? error.name : undefined;
}
