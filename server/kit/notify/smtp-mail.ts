/** Mail by SMTP. */
import { codeOf, DeliveryError } from './ports.ts';
import type { MailPort } from './ports.ts';

const TIMEOUT_MS = 10_000;

/**
 * @param url `smtp://user:password@host:port`, `smtps://` for TLS from the start; `smtp://` upgrades
 *   by STARTTLS where the server offers it.
 * @param from the sender, `Meridian <no-reply@example.org>`.
 */
export function createSmtpMail(url: string, from: string): MailPort {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    async sendMail({ to, subject, text, sentAt }) {
      try {
        transport ??= openTransport(url);
        await (
          await transport
        ).sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          textEncoding: 'base64',
          date: new Date(sentAt),
        });
      } catch (error) {
        throw deliveryError(error);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

async function openTransport(url: string) {
  // A server that sends no mail starts without this package.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function deliveryError(error: unknown): DeliveryError {
  const reply = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  const code = typeof reply === 'number' ? reply : codeOf(error);
  const isRefusedForGood = typeof code === 'number' && code >= 500;
  return new DeliveryError('the mail server did not accept the mail', !isRefusedForGood, code);
}
