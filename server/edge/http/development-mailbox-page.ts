/** Shows the development mailbox on this machine: `/dev/mailbox`, as a page and as JSON. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DevelopmentMailbox } from '../../kit/notify/development-mailbox.ts';

const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** Adds both routes; clients that are not on loopback get `route_not_found`. */
export function addDevelopmentMailboxPage(
  app: FastifyInstance,
  mailbox: Pick<DevelopmentMailbox, 'list'>,
): void {
  app.get('/dev/mailbox', async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return page(await mailbox.list(recipientOf(request)));
  });
  app.get('/dev/mailbox.json', async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    void reply.header('cache-control', 'no-store');
    return mailbox.list(recipientOf(request));
  });
}

/**
 * Checks the address and the host name, because a foreign site whose name resolves to this machine
 * sends its own name. Requests through a proxy on this machine come from elsewhere and fail.
 */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
  LOOPBACK_NAME.test(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

function recipientOf({ query }: FastifyRequest): string | undefined {
  const to = (query as Readonly<Record<string, unknown>>)['to'];
  return typeof to === 'string' && to !== '' ? to : undefined;
}

type Messages = Awaited<ReturnType<DevelopmentMailbox['list']>>;

function page(messages: Messages): string {
  const items = messages
    .map(
      ({ channel, recipient, subject, body, sentAtMs }) =>
        `<article><h2>${escaped(subject || channel)}</h2>` +
        `<p>${escaped(recipient)}, ${new Date(sentAtMs).toISOString()}</p>` +
        `<pre>${escaped(body)}</pre></article>`,
    )
    .join('');
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width"><title>Development mailbox</title>' +
    `<h1>Development mailbox</h1>${items || '<p>No message yet.</p>'}</html>`
  );
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
