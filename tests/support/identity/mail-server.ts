/** A real SMTP server on a port of the system's choice, for one test. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface MailServer {
  /** Texts of the accepted mails, in order. */
  readonly texts: readonly string[];
  /** Settings of a server under test that uses it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Servers under test keep their connection open, and the end of the mail server would wait for it. */
const CLOSE_MS_MAX = 100;

/**
 * @param refusal returns code and text of a rejected recipient; all are accepted without it.
 * @param port 0 for a free port.
 */
export async function startMailServer(
  refusal?: (address: string) => { readonly code: number; readonly words: string },
  port = 0,
): Promise<MailServer> {
  const texts: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: CLOSE_MS_MAX,
    onRcptTo({ address }, _session, done) {
      const refused = refusal?.(address);
      if (refused === undefined) done();
      else done(Object.assign(new Error(refused.words), { responseCode: refused.code }));
    },
    onData(stream, _session, done) {
      let source = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (source += chunk));
      stream.on('end', () => {
        const [head = '', body = ''] = source.split('\r\n\r\n');
        texts.push(/base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve);
  });
  const address = smtp.server.address() as AddressInfo;
  return {
    texts,
    env: { SMTP_URL: `smtp://127.0.0.1:${address.port}`, MAIL_FROM: 'no-reply@meridian.test' },
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}
