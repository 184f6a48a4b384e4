/** Serves the built app with an order book in motion. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { apiData } from './api-data.ts';
import { createBookSource, type BookSource } from './book-source.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

export interface DepthServer {
  readonly origin: string;
  readonly source: BookSource;
  close(): Promise<void>;
}

export async function startDepthServer(appDir: string): Promise<DepthServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    if (pathname.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 1, msg: '', data: apiData(pathname) }));
      return;
    }
    void readFile(path.join(appDir, path.normalize(pathname)))
      .catch(() => readFile(path.join(appDir, 'index.html')))
      .then((body) => {
        response.setHeader('content-type', TYPES[path.extname(pathname)] ?? 'text/html');
        response.end(body);
      });
  });
  const source = createBookSource(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    source,
    async close() {
      source.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
