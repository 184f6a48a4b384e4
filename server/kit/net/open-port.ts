/**
 * Listens on an address before the application exists. Until the application serves, every request gets
 * the answer of a starting server, so that a client knows that it must wait instead of being refused a connection.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { StartupError } from '../process/startup-error.ts';
import { createServer } from './node-http.ts';

/** An address to listen on, and the names of its variables for error messages. */
export interface ListenAddress {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly hostVariable: string;
  readonly portVariable: string;
}

/** A picture on a slow connection may take as long as the client waits for it; headers may not. */
const REQUEST_TIMEOUT_MS = LIMITS.http_timeout_ms;
const HEADERS_TIMEOUT_MS = 30 * SECOND_MS;
/** An idle connection is kept longer than a proxy keeps it, so that the proxy never uses a closed one. */
const KEEP_ALIVE_MS = 72 * SECOND_MS;

export class OpenPort {
  readonly server: Server;
  readonly #refuse: RequestListener;
  #handler: RequestListener | undefined;
  #isServing = false;

  /** @param refuse answers requests that come before {@link serve}. */
  constructor(refuse: RequestListener) {
    this.#refuse = refuse;
    this.server = createServer(
      {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // An offer of another protocol (`h2c` of curl and Java) may be ignored: the request is an
        // ordinary one. An upgrade that comes too early is refused like all others.
        shouldUpgradeCallback: ({ headers }) =>
          this.#isServing && /^websocket$/i.test(headers.upgrade ?? ''),
      },
      (request, response) => this.#answer(request, response),
    );
  }

  /** Origin, e.g. `http://127.0.0.1:3000`; after {@link listen}. */
  get origin(): string {
    const { address, port } = this.server.address() as AddressInfo;
    const isAny = address === '0.0.0.0' || address === '::';
    const shown = isAny ? 'localhost' : address.includes(':') ? `[${address}]` : address;
    return `http://${shown}:${port}`;
  }

  /** @throws StartupError when the address cannot be had. */
  async listen({ host, port, hostVariable, portVariable }: ListenAddress): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.server.once('error', reject);
        this.server.listen({ host, port }, () => {
          this.server.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
        throw new StartupError(`${hostVariable} ${host} is not an address of this machine.`);
      throw portTrouble(error, { host, port, portVariable });
    }
  }

  /** Takes the handler of the application, which gets the requests that come after {@link serve}. */
  adopt(handler: RequestListener): Server {
    this.#handler = handler;
    return this.server;
  }

  /** Passes requests to the application from now on; call when it is ready. */
  serve(): void {
    ensure(this.#handler, 'the handler of the application');
    this.#isServing = true;
  }

  /** Accepts no more connections; resolves when the last one has ended. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeIdleConnections();
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isServing) this.#handler?.(request, response);
    else this.#refuse(request, response);
  }
}

/**
 * Returns a sentence for the administrator if the port is the reason, otherwise the error itself.
 */
export function portTrouble(
  error: unknown,
  { host, port, portVariable }: Omit<ListenAddress, 'hostVariable'>,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} of ${host} is taken: stop the other program, or set ${portVariable}.`,
    );
  if (code === 'EACCES')
    return new StartupError(
      `Port ${port} may not be used by this user: set ${portVariable} above 1023.`,
    );
  return error;
}
