/** The doors to the outside for messages to people: mail and SMS. Adapters implement them. */
import type { EpochMs } from '../../../contract/time.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: EpochMs;
}

export interface Sms {
  /** E.164 with its plus. */
  readonly to: string;
  readonly text: string;
  readonly sentAt: EpochMs;
}

export interface MailPort {
  /** Resolves once the next hop has accepted the mail. @throws DeliveryError */
  sendMail(mail: Mail): Promise<void>;
  close(): void;
}

export interface SmsPort {
  /** Resolves once the provider has accepted the message. @throws DeliveryError */
  sendSms(sms: Sms): Promise<void>;
}

/** SMTP reply, HTTP status, or the name of what stood in the way of any answer, such as `ECONNREFUSED`. */
export type DeliveryCode = number | string;

/**
 * The outside refused or could not be reached. What was answered is no part of it: servers quote
 * whom a message was for, and errors are logged.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Whether the same message may be accepted later. */
  readonly isRetryable: boolean;
  /** Undefined where nothing was asked, or nobody said why. */
  readonly code: DeliveryCode | undefined;

  constructor(message: string, isRetryable: boolean, code?: DeliveryCode) {
    super(message);
    this.isRetryable = isRetryable;
    this.code = code;
  }
}

/** The code that Node or a package gave an error, as a name of its own: never a text from outside. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]*$/.test(code) ? code : undefined;
}
