/**
 * Routes of calls that leave the cache of the browser on. `page.route` of Playwright turns it off, so that each later load
 * of the page reads and compiles all scripts of the app again, which takes three times as long.
 */
import type { APIResponse, CDPSession, Page } from 'playwright-core';

/** A call that waits for its handler. */
export interface RoutedCall {
  /** Sends it to the server. */
  continue(): Promise<unknown>;
  /** Lets it fail as if the connection broke. */
  abort(): Promise<unknown>;
  /** Executes it. @returns the response, which the page does not get by itself. */
  fetch(): Promise<APIResponse>;
  /** Answers with this as JSON, by default with status 200. */
  fulfill(json: unknown, status?: number): Promise<unknown>;
}

type Handler = (call: RoutedCall) => unknown;

interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

interface Routes {
  readonly session: CDPSession;
  /** By path without the part of the API. */
  readonly handlers: Map<string, Handler>;
}

const routed = new WeakMap<Page, Promise<Routes>>();

/**
 * Passes each call with this path, such as `ieo/list`, to the handler, which replaces an earlier one.
 * @returns a function that ends this route.
 */
export async function routeCalls(page: Page, path: string, handler: Handler): Promise<() => void> {
  const known = routed.get(page) ?? begin(page);
  routed.set(page, known);
  const { handlers } = await known;
  handlers.set(path, handler);
  return () => handlers.delete(path);
}

/** Ends all routes of a page. */
export async function endCallRoutes(page: Page): Promise<void> {
  const known = routed.get(page);
  routed.delete(page);
  await (await known)?.session.detach();
}

async function begin(page: Page): Promise<Routes> {
  const session = await page.context().newCDPSession(page);
  const handlers = new Map<string, Handler>();
  session.on('Fetch.requestPaused', (paused) => {
    const path = /\/api\/\w+\/(.+)$/.exec(new URL(paused.request.url).pathname)?.[1];
    const call = callOf(page, session, paused);
    const handler = handlers.get(path ?? '') ?? (() => call.continue());
    // A page that is closed or leaves the screen gets no answer.
    Promise.resolve(handler(call)).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return { session, handlers };
}

function callOf(page: Page, session: CDPSession, { requestId, request }: Paused): RoutedCall {
  return {
    continue: () => session.send('Fetch.continueRequest', { requestId }),
    abort: () => session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }),
    fetch: () =>
      page.context().request.fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.postData !== undefined && { data: request.postData }),
      }),
    fulfill: (json, status = 200) =>
      session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify(json)).toString('base64'),
      }),
  };
}
