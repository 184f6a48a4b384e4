/**
 * The built trade screen with a book that changes 20 times a second on each side, over a real local
 * socket, 390 × 844, 4× CPU throttle: long tasks, and how often React commits.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../tests/support/pages/browser.ts';
import { isSmoke, sized } from '../lib/mode.ts';
import { openPhone } from '../lib/phone-page.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';
import type { BookLoad } from './book-source.ts';
import { startDepthServer, type DepthServer } from './depth-server.ts';
import { whileTracing } from './main-thread.ts';
import { countCommits, runDepthProbe, type DepthProbe } from './page-probe.ts';

const APP_DIR = path.join(import.meta.dirname, '../../dist/client');
const BOOK = 'section[aria-labelledby="book-title"]';
const THROTTLE = sized(4, 1);
const ROUNDS = sized(3, 1);
const SETTLE_MS = sized(2_000, 100);
const MEASURE_MS = sized(10_000, 300);
const LONG_TASK_MS = 50;

const LOADS = {
  'at rest': { updatesPerSecond: 0, levelsPerSide: 0, isBusy: false },
  '20/s a side, 10 levels each': { updatesPerSecond: 20, levelsPerSide: 10, isBusy: false },
  'and quotes, own orders': { updatesPerSecond: 20, levelsPerSide: 10, isBusy: true },
  '60/s a side, 40 levels each': { updatesPerSecond: 60, levelsPerSide: 40, isBusy: false },
} as const satisfies Record<string, BookLoad>;
type LoadName = keyof typeof LOADS;
/** The loads that the goals refer to. */
const GOAL_LOADS: readonly LoadName[] = ['20/s a side, 10 levels each', 'and quotes, own orders'];

interface Measured extends DepthProbe {
  /** Processor time of the main thread, because wall time grows with other work on the machine. */
  readonly busyMsPerS: number;
  /** Processor time of the longest task. */
  readonly longestCpuMs: number;
  readonly sentPerS: number;
}

async function openPage(browser: Browser, server: DepthServer): Promise<Page> {
  const page = await openPhone(browser, 'bench-access-token');
  await page.addInitScript(countCommits);
  await page.goto(`${server.origin}/trade?id=1`);
  await page.locator(`${BOOK} td`, { hasText: /\d/ }).first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page of all loads of a smoke run; a measurement opens a new one. */
let kept: Page | undefined;

async function measure(browser: Browser, server: DepthServer, load: BookLoad): Promise<Measured> {
  const page = kept ?? (await openPage(browser, server));
  server.source.setLoad(load);
  await delay(SETTLE_MS);
  const sentBefore = server.source.sent;
  const { result: probe, taskMs } = await whileTracing(browser, page, () =>
    page.evaluate(runDepthProbe, { durationMs: MEASURE_MS, selector: BOOK }),
  );
  const sent = server.source.sent - sentBefore;
  server.source.setLoad(LOADS['at rest']);
  if (isSmoke) kept = page;
  else await page.context().close();
  const seconds = probe.elapsedMs / 1_000;
  return {
    ...probe,
    busyMsPerS: taskMs.reduce((total, ms) => total + ms, 0) / seconds,
    longestCpuMs: Math.max(...taskMs),
    sentPerS: sent / seconds,
  };
}

if (!existsSync(APP_DIR)) throw new Error('The bench measures the built app: npm run build');
const server = await startDepthServer(APP_DIR);
const browser = await launchBrowser();
const results = new Map<string, Measured[]>();
try {
  for (let n = 0; n < ROUNDS; n += 1)
    for (const [name, load] of Object.entries(LOADS))
      results.set(name, [...(results.get(name) ?? []), await measure(browser, server, load)]);
} finally {
  await browser.close();
  await server.close();
}

const medianOf = (runs: readonly Measured[], of: (run: Measured) => number) => median(runs.map(of));
printTable(
  `Trade screen, book of 2 × 500 levels, ${THROTTLE}× throttle, medians of ${ROUNDS}`,
  [
    'load',
    'deltas/s sent',
    'fps',
    'frames/s with a new book',
    'commits/s',
    'most commits in a frame',
    'long tasks (wall)',
    'longest ms (wall)',
    'longest ms (CPU)',
    'main thread ms/s (CPU)',
  ],
  Array.from(results, ([name, runs]) => [
    name,
    round(medianOf(runs, ({ sentPerS }) => sentPerS)),
    round(medianOf(runs, ({ frames, elapsedMs }) => (frames * 1_000) / elapsedMs)),
    round(medianOf(runs, (run) => (run.framesWithChange * 1_000) / run.elapsedMs)),
    round(medianOf(runs, ({ commits, elapsedMs }) => (commits * 1_000) / elapsedMs)),
    Math.max(...runs.map(({ commitsPerFrameMax }) => commitsPerFrameMax)),
    runs.reduce((sum, { longTasks }) => sum + longTasks, 0),
    round(Math.max(...runs.map(({ longestTaskMs }) => longestTaskMs))),
    round(Math.max(...runs.map(({ longestCpuMs }) => longestCpuMs))),
    round(
      medianOf(runs, ({ busyMsPerS }) => busyMsPerS),
      0,
    ),
  ]),
);
printGoals(
  GOAL_LOADS.flatMap((name) => {
    const runs = results.get(name) ?? [];
    const longTasks = runs.reduce((sum, run) => sum + run.longTasks, 0);
    const longest = Math.max(...runs.map(({ longestCpuMs }) => longestCpuMs));
    const most = Math.max(...runs.map(({ commitsPerFrameMax }) => commitsPerFrameMax));
    return [
      { name: `${name}: no long task`, met: longTasks === 0, measured: `${longTasks}` },
      {
        name: `${name}: no task over ${LONG_TASK_MS} ms of processor time`,
        met: longest < LONG_TASK_MS,
        measured: `${round(longest)} ms`,
      },
      { name: `${name}: at most one commit a frame`, met: most <= 1, measured: `${most}` },
    ];
  }),
);
