/** `npm run price-sources`, against servers on this machine that speak like exchanges. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SpeakingExchange } from '../../support/market/speaking-exchange.ts';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const exchanges: SpeakingExchange[] = [];
afterEach(async () => {
  await Promise.all(exchanges.splice(0).map((exchange) => exchange.stop()));
});

async function startExchange(id: string, price: string): Promise<SpeakingExchange> {
  const exchange = await SpeakingExchange.start(id);
  exchanges.push(exchange);
  exchange.retellsAt = () => Date.now();
  exchange.knownSymbols = new Set([exchange.dialect.symbol]);
  const quote = { last: price, bid: price, ask: price, atMs: 0 };
  exchange.price(exchange.dialect.symbol, quote);
  return exchange;
}

async function runScript(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['scripts/price-sources.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...QUICK_NODE, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('the script prints the mark of a pair, and each source with price and age', async () => {
  const [kraken, okx] = await Promise.all([
    startExchange('kraken', '97250.1'),
    startExchange('okx', '97250.3'),
  ]);
  const { code, output } = await runScript(
    {
      PRICE_SOURCES: 'kraken,okx,coinbase',
      PRICE_SOURCE_URLS: `kraken=${kraken.url},okx=${okx.url},coinbase=ws://127.0.0.1:1`,
    },
    '2',
  );
  expect(output).toMatch(
    /^BTC\/USDT +97250\.2 +live +kraken 97250\.1 \(\d+\.\d s\), okx 97250\.3 \(\d+\.\d s\)$/m,
  );
  expect(output).toMatch(/^ETH\/USDT +too_few$/m);
  expect(output).toMatch(/^coinbase: a price source is not connected: .*ECONNREFUSED/m);
  expect(output).toMatch(/^kraken: 1 of \d+ pairs have a price$/m);
  expect(code).toBe(0);
});

test('the script says so when no exchange can be reached', async () => {
  const urls = 'kraken=ws://127.0.0.1:1,okx=ws://127.0.0.1:1';
  const env = { PRICE_SOURCES: 'kraken,okx', PRICE_SOURCE_URLS: urls };
  const { code, output } = await runScript(env, '1');
  expect(output).toContain('Does the network let this machine connect to them?');
  expect(code).toBe(1);
});

test.each([
  [{ PRICE_SOURCES: 'simulated' }, '1', /follows no exchange/],
  [{ PRICE_SOURCES: 'kraken,mtgox' }, '1', /^PRICE_SOURCES names "mtgox"; the known sources are/],
  [{}, 'soon', /^Usage: npm run price-sources/],
])('settings %j %s are refused', async (env, seconds, message) => {
  const { code, output } = await runScript(env, seconds);
  expect(output).toMatch(message);
  expect(code).toBe(2);
});
