/** Ports for messages to users: mail and SMS. Adapters implement them. */
import type { EpochMs } from '../../../contract/time.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: EpochMs;
}

interface Sms {
  /** E.164 with its plus sign. */
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

/**
 * SMTP reply, HTTP status, or the name of the error that prevented a response, e.g. `ECONNREFUSED`.
 */
export type DeliveryCode = number | string;

/**
 * The provider rejected the message or could not be reached. Its response is left out, because
 * servers quote the recipient, and errors are logged.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Whether the same message may be accepted later. */
  readonly isRetryable: boolean;
  /** Undefined if no request was made, or no reason was given. */
  readonly code: DeliveryCode | undefined;

  constructor(message: string, isRetryable: boolean, code?: DeliveryCode) {
    super(message);
    this.isRetryable = isRetryable;
    this.code = code;
  }
}

/**
 * Returns the code that Node or a package gave an error, as a fixed name: never text from outside.
 */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]*$/.test(code) ? code : undefined;
}
