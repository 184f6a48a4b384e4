/**
 * The built screen of fast contracts with ten open orders, from a real server over a real local socket, 390 × 844, 4×
 * CPU throttle: frames, and the time from a point of the index to the screen.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from '../../contract/assert.ts';
import { launchBrowser } from '../../tests/support/pages/browser.ts';
import { newKey } from '../../tests/support/idempotency-key.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { sized } from '../lib/mode.ts';
import { runProbe, type ProbeResult } from '../lib/page-probe.ts';
import { openPhone } from '../lib/phone-page.ts';
import { printGoals, printTable, quantile, round } from '../lib/table.ts';
import { fillFast, INSTRUMENT, waitForIndex } from '../micro/products.ts';

const APP_DIR = path.join(import.meta.dirname, '../../dist/client');
/** Orders that a user may place within {@link RATE_MS}, and how often as many are placed. */
const AT_ONCE = sized(5, 2);
const BATCHES = sized(2, 1);
const RATE_MS = 10_500;
/** Duration of the orders, which is longer than the bench. */
const DURATION_S = 300;
const THROTTLES = sized([1, 4], [1]);
const ROUNDS = sized(3, 1);
const SETTLE_MS = sized(2_000, 300);
const MEASURE_MS = sized(10_000, 1_000);
/** A busy machine may paint no new point in the time of a smoke run. */
const PROBES_MAX = 20;
const FPS_MIN = 57;
const SCREEN_MS_MAX = 100;

if (!existsSync(APP_DIR)) throw new Error('The bench measures the built app: npm run build');
const { server, filled, removeData } = await startBenchServer(fillFast(1), { INDEX_LOG: 'on' });
const token = ensure(filled.tokens[0], 'a user');
const browser = await launchBrowser();
const runs = new Map<number, ProbeResult[]>();
try {
  await waitForIndex(server);
  await placeOrders();
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const throttle of THROTTLES)
      runs.set(throttle, [...(runs.get(throttle) ?? []), await measure(throttle)]);
} finally {
  await browser.close();
  await server.stop();
  removeData();
}

async function placeOrders(): Promise<void> {
  const product = String(ensure(filled.products[DURATION_S], 'a product'));
  for (let batch = 0; batch < BATCHES; batch += 1) {
    if (batch > 0) await sleep(RATE_MS);
    for (let order = 0; order < AT_ONCE; order += 1) {
      const direction = order % 2 === 0 ? 'up' : 'down';
      const about = { micro_product_id: product, direction, stake: '1' } as const;
      const headers = { 'idempotency-key': newKey() };
      const placed = await server.call('placeMicroOrder', about, { token, headers });
      if (placed.code !== 1) throw new Error(placed.msg);
    }
  }
}

async function measure(throttle: number): Promise<ProbeResult> {
  const page = await openPhone(browser, token);
  const query = new URLSearchParams({ instrument: INSTRUMENT }).toString();
  await page.goto(`${server.origin}/micro-trade?${query}`);
  const rings = page.locator('[data-testid="micro-order"]:not([data-phase="opening"])');
  await rings.nth(AT_ONCE * BATCHES - 1).waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await sleep(SETTLE_MS);
  for (let probes = 0; probes < PROBES_MAX; probes += 1) {
    const probe = await page.evaluate(runProbe, {
      durationMs: MEASURE_MS,
      selector: '[data-testid="index-chart"]',
      attribute: 'data-at',
      startedAtMs: 0,
      msOfUnit: 1,
    });
    if (probe.paintDelaysMs.length === 0) continue;
    await page.context().close();
    return probe;
  }
  throw new Error('no point of the index came to the screen');
}

const fpsOf = ({ frames, elapsedMs }: ProbeResult): number => (frames * 1_000) / elapsedMs;
const rows = [...runs].map(([throttle, probes]) => ({
  throttle,
  fps: Math.min(...probes.map(fpsOf)),
  longTasks: probes.reduce((sum, probe) => sum + probe.longTasks, 0),
  delays: probes.flatMap(({ paintDelaysMs }) => paintDelaysMs),
}));
printTable(
  `Fast contracts with ${AT_ONCE * BATCHES} open orders, ${ROUNDS} rounds of ${MEASURE_MS} ms`,
  ['throttle', 'lowest fps', 'long tasks', 'points', 'point to screen p50 ms', 'p95 ms', 'p99 ms'],
  rows.map(({ throttle, fps, longTasks, delays }) => [
    `${throttle}×`,
    round(fps),
    longTasks,
    delays.length,
    ...[0.5, 0.95, 0.99].map((q) => round(quantile(delays, q))),
  ]),
);
printGoals(
  rows.flatMap(({ throttle, fps, delays }) => {
    const p95 = quantile(delays, 0.95);
    return [
      { name: `${throttle}×: 60 fps held`, met: fps >= FPS_MIN, measured: `${round(fps)} fps` },
      {
        name: `${throttle}×: point to screen p95 at most ${SCREEN_MS_MAX} ms`,
        met: p95 <= SCREEN_MS_MAX,
        measured: `${round(p95)} ms`,
      },
    ];
  }),
);
