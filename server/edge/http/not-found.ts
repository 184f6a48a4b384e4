/** Handles paths and methods without a route: the app's own pages, a wrong method, or an unknown path. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFault } from './fault.ts';
import type { Say } from './messages.ts';
import type { CallShape } from './route-table.ts';

/**
 * Paths that are no pages of the app. `/assets` itself is a page (SPEC 2); the client's files are
 * below it.
 */
const NO_PAGE = /^\/(?:(?:api|dev|pictures|ws)(?:\/|$)|assets\/)/;

/**
 * For `setNotFoundHandler`. A browser that opens a page of the app (`/market`) gets the app, which
 * knows its own paths; other requests get `method_not_allowed` or `route_not_found`.
 * @param isClientBuilt whether there is an app to serve.
 */
export function notFoundHandler(
  endpoints: Readonly<Record<string, CallShape>>,
  say: Say,
  isClientBuilt: boolean,
) {
  const methodOfPath = new Map<string, string>(
    Object.values(endpoints).map(({ path, method }) => [path, method]),
  );
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = decodePath(request.url.split('?', 1)[0] ?? '/');
    const allowed = methodOfPath.get(path);
    if (allowed !== undefined) {
      void reply.header('allow', allowed === 'GET' ? 'GET, HEAD' : allowed);
      return sendFault(request, reply, { error: 'method_not_allowed' }, say);
    }
    if (!isNavigation(request, path))
      return sendFault(request, reply, { error: 'route_not_found' }, say);
    return isClientBuilt
      ? reply.sendFile('index.html')
      : sendFault(request, reply, { error: 'service_unavailable' }, say);
  };
}

function isNavigation(request: FastifyRequest, path: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && wantsPage(request, path) && !NO_PAGE.test(path);
}

/**
 * Browsers accept HTML by name; programs and link previews accept anything. No page has the name of
 * a file.
 */
function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  const accept = headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  return /\*\/\*|text\/\*/.test(accept) && !accept.includes('json') && !path.includes('.');
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
