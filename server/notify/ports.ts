/** The doors to the outside for messages to people: mail and SMS. Adapters implement them. */
import type { EpochMs } from '../../contract/time.ts';

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

/** The outside refused or could not be reached. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Whether the same message may be accepted later. */
  readonly isRetryable: boolean;

  constructor(message: string, isRetryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isRetryable = isRetryable;
  }
}
