/** Serves the built app, the comparison pages and just enough of the API for a market list. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { personData } from '../lib/person-api.ts';
import { createQuoteSource, type QuoteSource } from './quote-source.ts';

export const PAIR_COUNT = 200;

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

export interface BenchServer {
  readonly origin: string;
  readonly source: QuoteSource;
  /** Serves `html` at `path` from now on. */
  addPage(path: string, html: string): void;
  close(): Promise<void>;
}

export async function startBenchServer(appDir: string, pagesDir: string): Promise<BenchServer> {
  const added = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname);
    if (path.startsWith('/api/')) return replyApi(path, response);
    const html = added.get(path);
    if (html !== undefined) {
      response.setHeader('content-type', 'text/html');
      return response.end(html);
    }
    const inPages = path.startsWith('/bench/');
    const file = inPages ? join(pagesDir, path.slice('/bench/'.length)) : join(appDir, path);
    void readFile(file)
      .catch(() => readFile(join(appDir, 'index.html')))
      .then((body) => {
        response.setHeader('content-type', TYPES[extname(file)] ?? 'text/html');
        response.end(body);
      });
  });
  const source = createQuoteSource(server, PAIR_COUNT);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    source,
    addPage: (path, html) => added.set(path, html),
    close: async () => {
      source.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function replyApi(path: string, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ code: 1, msg: '', data: apiData(path) }));
}

function apiData(path: string): unknown {
  switch (path) {
    case '/api/public/market/currency_matches':
      return [
        {
          id: 1,
          code: 'USDT',
          matches: Array.from({ length: PAIR_COUNT }, (_, index) => match(index + 1)),
        },
      ];
    default:
      return personData(path) ?? [];
  }
}

function match(id: number) {
  const code = `C${String(id).padStart(3, '0')}`;
  return {
    id,
    base_currency: { code, name: `Coin ${id}`, logo: '/logos/btc.svg' },
    base_currency_code: code,
    quote_currency_code: 'USDT',
    price_scale: 3,
    quantity_scale: 3,
    popularity_rank: id,
    currency_quotation: {
      close: '1',
      change: '0',
      high: '2',
      low: '1',
      volume: '1000',
      turnover: '1500',
    },
  };
}
