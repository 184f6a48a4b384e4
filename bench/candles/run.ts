/**
 * Live candle: 1,000 bars, one update a frame (60 a second), 390 × 844, 4× CPU throttle. Our chart
 * against lightweight-charts 5 with the same content, in alternating rounds of one browser.
 * Run: `npm run bench -- candles [rounds] [seconds]`.
 */
import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../../tests/support/pages/browser.ts';
import { benchArguments, isSmoke, sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';

const OUT = fileURLToPath(new URL('../../.cache/bench-candles', import.meta.url));
const CONFIG = fileURLToPath(new URL('./pages.vite.config.ts', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
const THROTTLE = sized(4, 1);
const WARM_UP_MS = sized(1_500, 200);
const REACHED_GOAL = 57;

const PAGES = [
  { page: 'ours.html', name: 'our chart (echarts)' },
  { page: 'lightweight.html', name: 'lightweight-charts 5' },
] as const;
const CONTENTS = [
  { query: '', name: 'candles, volume' },
  { query: '?averages', name: 'candles, volume, 3 averages' },
] as const;

interface Sample {
  readonly updatesPerSecond: number;
  readonly taskMsPerUpdate: number;
}

async function serve(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    readFile(path.join(OUT, path.normalize(pathname))).then(
      (body) => {
        response.setHeader('content-type', TYPES[path.extname(pathname)] ?? 'text/plain');
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { server, origin: `http://127.0.0.1:${address.port}` };
}

/** One round of one page. @throws Error when the updates did not change what is on screen. */
async function measure(browser: Browser, url: string, durationMs: number): Promise<Sample> {
  const viewport = { width: 390, height: 844 };
  // npm's Chromium reports a language that is not a valid language tag.
  const context = await browser.newContext({ viewport, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.startUpdates !== undefined);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const drive = (ms: number) => page.evaluate((given) => window.startUpdates?.(given), ms);
  const taskMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await drive(WARM_UP_MS);
  const pictureBefore = await page.screenshot();
  const taskMsBefore = await taskMs();
  const result = await drive(durationMs);
  const taskMsSpent = (await taskMs()) - taskMsBefore;
  const pictureAfter = await page.screenshot();
  await context.close();
  if (!result || pictureBefore.equals(pictureAfter)) throw new Error(`${url} did not draw`);
  return {
    updatesPerSecond: (result.updates / result.elapsedMs) * 1_000,
    taskMsPerUpdate: taskMsSpent / result.updates,
  };
}

/** Builds both pages, measures them in turn and prints the table. */
async function runCandles(rounds: number, seconds: number): Promise<void> {
  await build({ configFile: CONFIG, logLevel: 'warn', build: { minify: !isSmoke } });
  const { server, origin } = await serve();
  const browser = await launchBrowser();
  const samples = new Map<string, Sample[]>();
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const content of CONTENTS) {
        for (const { page } of PAGES) {
          const key = page + content.query;
          const sample = await measure(browser, `${origin}/${key}`, seconds * 1_000);
          samples.set(key, [...(samples.get(key) ?? []), sample]);
        }
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
  report(samples, rounds, seconds);
}

function report(samples: ReadonlyMap<string, readonly Sample[]>, rounds: number, seconds: number) {
  const figures = (page: string, query: string) => {
    const taken = samples.get(page + query) ?? [];
    return {
      reached: median(taken.map((sample) => sample.updatesPerSecond)),
      taskMs: median(taken.map((sample) => sample.taskMsPerUpdate)),
    };
  };
  printTable(
    `Live candle: 1,000 bars, 60 updates/s, ${THROTTLE}x throttle, median of ${rounds} rounds of ${seconds} s`,
    ['chart', 'content', 'updates/s reached', 'main thread ms/update'],
    CONTENTS.flatMap((content) =>
      PAGES.map(({ page, name }) => {
        const { reached, taskMs } = figures(page, content.query);
        return [name, content.name, round(reached), round(taskMs, 2)];
      }),
    ),
  );
  const [ours, peer] = PAGES;
  printGoals(
    CONTENTS.flatMap((content) => {
      const own = figures(ours.page, content.query);
      const other = figures(peer.page, content.query);
      return [
        {
          name: `${content.name}: at least ${REACHED_GOAL} updates/s`,
          met: own.reached >= REACHED_GOAL,
          measured: String(round(own.reached)),
        },
        {
          name: `${content.name}: no more main thread time than lightweight-charts`,
          met: own.taskMs <= other.taskMs,
          measured: `${round(own.taskMs, 2)} of ${round(other.taskMs, 2)} ms`,
        },
      ];
    }),
  );
}

const [rounds = sized(3, 1), seconds = sized(8, 0.3)] = benchArguments.map(Number);
await runCandles(rounds, seconds);
