/** Sends SMS through a provider that takes one JSON request a message. */
import { codeOf, DeliveryError } from './ports.ts';
import type { SmsPort } from './ports.ts';

const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;

export interface HttpSmsSettings {
  /** URL that messages are posted to as `{"to": "+49…", "text": "…"}`. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token: string;
}

/** An adapter for providers of this shape; any 2xx answer means accepted. */
export function createHttpSms({ url, token }: HttpSmsSettings): SmsPort {
  return {
    async sendSms({ to, text }) {
      const status = await post(url, token, JSON.stringify({ to, text }));
      if (status >= 200 && status < 300) return;
      const isRetryable = status >= 500 || status === TOO_MANY_REQUESTS;
      throw new DeliveryError('the SMS provider did not accept the message', isRetryable, status);
    },
  };
}

async function post(url: string, token: string, body: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    // The cause of a `fetch` error has the reason.
    const code = error instanceof Error ? (codeOf(error.cause) ?? error.name) : undefined;
    throw new DeliveryError('the SMS provider cannot be reached', true, code);
  }
}
