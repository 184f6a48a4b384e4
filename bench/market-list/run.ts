/**
 * 200 pairs over a real local socket into headless Chromium, 390 × 844, 4× CPU throttle: the built
 * app's market list; the floor, which is the same document with only its visible rows' text nodes
 * written; bare rows of text; and a Redux Toolkit page.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../../tests/support/pages/browser.ts';
import { benchArguments, isSmoke, sized } from '../lib/mode.ts';
import { runProbe, type ProbeResult } from '../lib/page-probe.ts';
import { openPhone } from '../lib/phone-page.ts';
import { median, printGoals, printTable, quantile, round, type Goal } from '../lib/table.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import type { Load } from './quote-source.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const APP_DIR = path.join(ROOT, 'dist/client');
const PAGES_DIR = path.join(ROOT, '.cache/bench-pages');
const THROTTLE = sized(4, 1);
const ROUNDS = sized(5, 1);
const SETTLE_MS = sized(1_500, 100);
const MEASURE_MS = sized(5_000, 300);
const FPS_HELD_MIN = 57;
/** A smoke run measures briefly, and repeats if a busy machine painted nothing in that time. */
const PROBES_MAX = sized(1, 20);
/** Tries per step, because other work on the machine may spoil one. */
const STEP_TRIES = sized(3, 1);
const FRAME_MS = 1_000 / 60;

const PAGES = {
  ours: { path: '/market', price: '[data-testid="market-row"] [data-testid="price"]' },
  floor: { path: '/bench/same-rows', price: '[data-testid="market-row"] [data-testid="price"]' },
  bare: { path: '/bench/bare.html', price: '[data-price]' },
  redux: { path: '/bench/redux.html', price: '[data-price]' },
} as const;
type PageName = keyof typeof PAGES;

const LOADS = {
  '5,000/s single': { quotesPerSecond: sized(5_000, 250), batchIntervalMs: null },
  '20,000/s batched 16 ms': { quotesPerSecond: sized(20_000, 1_000), batchIntervalMs: 16 },
} as const satisfies Record<string, Load>;

interface Measured {
  readonly fps: number;
  readonly longTasks: number;
  readonly paintP95Ms: number;
  readonly busyMsPerS: number;
}

interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
}

/** The pages of a smoke run by name; a measurement opens a new one. */
const kept = new Map<PageName, OpenPage>();

async function openPage(browser: Browser, server: BenchServer, name: PageName): Promise<OpenPage> {
  const page = await openPhone(browser, 'bench');
  await page.goto(server.origin + PAGES[name].path);
  await page.locator(PAGES[name].price).first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  // Processor time of the thread, because waiting for a busy machine does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return { page, cdp };
}

/** The app's own document without its script; the floor page writes into it. */
async function addFloorPage(browser: Browser, server: BenchServer): Promise<void> {
  const { page } = await openPage(browser, server, 'ours');
  await page.evaluate(() => {
    for (const script of document.querySelectorAll('script, link[rel=modulepreload]'))
      script.remove();
  });
  const html = await page.content();
  await page.context().close();
  const built = await readFile(path.join(PAGES_DIR, 'floor.html'), 'utf8');
  const scripts = built.match(/<script[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
  server.addPage(PAGES.floor.path, html.replace('</head>', `${scripts.join('')}</head>`));
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** @throws Error if no price changed on screen. */
async function probePage({ page, cdp }: OpenPage, server: BenchServer, name: PageName) {
  for (let n = 0; n < PROBES_MAX; n++) {
    const busyBefore = await taskSeconds(cdp);
    const probe: ProbeResult = await page.evaluate(runProbe, {
      durationMs: MEASURE_MS,
      selector: PAGES[name].price,
      attribute: null,
      startedAtMs: server.source.startedAtMs,
      msOfUnit: 1_000,
    });
    const busyS = (await taskSeconds(cdp)) - busyBefore;
    if (probe.paintDelaysMs.length > 0) return { probe, busyS };
  }
  throw new Error(`${name}: no price changed on screen`);
}

async function measure(
  browser: Browser,
  server: BenchServer,
  name: PageName,
  load: Load,
): Promise<Measured> {
  const opened = kept.get(name) ?? (await openPage(browser, server, name));
  server.source.setLoad(load);
  await delay(SETTLE_MS);
  const { probe, busyS } = await probePage(opened, server, name);
  server.source.setLoad({ quotesPerSecond: 0, batchIntervalMs: null });
  if (isSmoke) kept.set(name, opened);
  else await opened.page.context().close();
  return {
    fps: (probe.frames * 1_000) / probe.elapsedMs,
    longTasks: probe.longTasks,
    paintP95Ms: quantile(probe.paintDelaysMs, 0.95),
    busyMsPerS: (busyS * 1_000_000) / probe.elapsedMs,
  };
}

const medians = (runs: readonly Measured[]): Measured => ({
  fps: median(runs.map(({ fps }) => fps)),
  longTasks: median(runs.map(({ longTasks }) => longTasks)),
  paintP95Ms: median(runs.map(({ paintP95Ms }) => paintP95Ms)),
  busyMsPerS: median(runs.map(({ busyMsPerS }) => busyMsPerS)),
});

/** The highest rate that holds 60 fps. The rate climbs a ladder until a step fails three times. */
async function highestRateHeld(
  browser: Browser,
  server: BenchServer,
  name: PageName,
  loads: readonly Load[],
): Promise<number> {
  let held = 0;
  for (const load of loads) {
    if (!(await isHeld(browser, server, name, load))) break;
    held = load.quotesPerSecond;
  }
  return held;
}

async function isHeld(browser: Browser, server: BenchServer, name: PageName, load: Load) {
  for (let tries = 0; tries < STEP_TRIES; tries++) {
    if ((await measure(browser, server, name, load)).fps >= FPS_HELD_MIN) return true;
  }
  return false;
}

const LADDER = sized([250, 500, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000], [250]);
const LADDER_BATCHED = sized([5_000, 10_000, 20_000, 30_000, 50_000, 75_000, 100_000], [1_000]);

async function compareHighestRates(browser: Browser, server: BenchServer) {
  const single = (quotesPerSecond: number): Load => ({ quotesPerSecond, batchIntervalMs: null });
  const batched = (quotesPerSecond: number): Load => ({ quotesPerSecond, batchIntervalMs: 16 });
  const reduxRate = await highestRateHeld(browser, server, 'redux', LADDER.map(single));
  const oursSingle = await highestRateHeld(browser, server, 'ours', LADDER.map(single));
  const oursBatched = await highestRateHeld(browser, server, 'ours', LADDER_BATCHED.map(batched));
  printTable(
    'Highest rate held at 60 fps, quotes per second',
    ['page', 'messages', 'rate'],
    [
      ['redux', 'single', reduxRate],
      ['ours', 'single', oursSingle],
      ['ours', 'batched by the server', oursBatched],
    ],
  );
  return {
    name: 'rate held at least 10 × the Redux Toolkit page',
    met: oursBatched >= 10 * reduxRate && reduxRate > 0,
    measured: `${round(oursBatched / reduxRate)} ×`,
  };
}

/** `npm run bench -- market-list batched`: one load alone; `… rates`: only the search for the highest rate. */
const wanted = benchArguments[0] ?? '';
const RATES = 'rates';

if (!existsSync(APP_DIR)) throw new Error('The bench measures the built app: npm run build');
await build({
  configFile: path.join(import.meta.dirname, 'pages.vite.config.ts'),
  logLevel: 'warn',
  build: { minify: !isSmoke },
});
const server = await startBenchServer(APP_DIR, PAGES_DIR);
const browser = await launchBrowser();
const rows: (string | number)[][] = [];
const goals: Goal[] = [];
try {
  await addFloorPage(browser, server);
  for (const [loadName, load] of Object.entries(LOADS).filter(([name]) => name.includes(wanted))) {
    const runs: Record<PageName, Measured[]> = { ours: [], floor: [], bare: [], redux: [] };
    for (let n = 0; n < ROUNDS; n++) {
      for (const name of Object.keys(PAGES) as PageName[]) {
        runs[name].push(await measure(browser, server, name, load));
      }
    }
    const ours = medians(runs.ours);
    const floor = medians(runs.floor);
    const bare = medians(runs.bare);
    for (const name of Object.keys(PAGES) as PageName[]) {
      const { fps, longTasks, paintP95Ms, busyMsPerS } = medians(runs[name]);
      rows.push([
        loadName,
        name,
        round(fps),
        longTasks,
        round(paintP95Ms),
        round(busyMsPerS, 0),
        round(busyMsPerS / floor.busyMsPerS, 2),
        round(busyMsPerS / bare.busyMsPerS, 2),
      ]);
    }
    goals.push(
      {
        name: `${loadName}: 60 fps held`,
        met: ours.fps >= FPS_HELD_MIN,
        measured: `${round(ours.fps)} fps`,
      },
      {
        name: `${loadName}: no long task`,
        met: ours.longTasks === 0,
        measured: `${ours.longTasks}`,
      },
      {
        name: `${loadName}: quote to paint p95 at most 2 frames`,
        met: ours.paintP95Ms <= 2 * FRAME_MS,
        measured: `${round(ours.paintP95Ms)} ms (the floor page: ${round(floor.paintP95Ms)} ms)`,
      },
      {
        name: `${loadName}: busy at most 1.5 × the floor page`,
        met: ours.busyMsPerS <= 1.5 * floor.busyMsPerS,
        measured: `${round(ours.busyMsPerS / floor.busyMsPerS, 2)} ×`,
      },
      {
        name: `${loadName}: busy at most 1.5 × the bare page`,
        met: ours.busyMsPerS <= 1.5 * bare.busyMsPerS,
        measured: `${round(ours.busyMsPerS / bare.busyMsPerS, 2)} ×`,
      },
    );
  }
  if (rows.length > 0)
    printTable(
      `Market list, 200 pairs, ${THROTTLE}× throttle, medians of ${ROUNDS}`,
      [
        'load',
        'page',
        'fps',
        'long tasks',
        'quote to paint p95 ms',
        'busy ms/s',
        '× floor',
        '× bare',
      ],
      rows,
    );
  if (wanted === '' || wanted === RATES) goals.push(await compareHighestRates(browser, server));
  printGoals(goals);
} finally {
  await browser.close();
  await server.close();
}
