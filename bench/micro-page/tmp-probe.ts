import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensure } from '../../contract/assert.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { newKey } from '../../tests/support/idempotency-key.ts';
import { startBenchServer } from '../lib/bench-server.ts';
import { openPhone } from '../lib/phone-page.ts';
import { fillFast, INSTRUMENT, waitForIndex } from '../micro/products.ts';
const { server, filled, removeData } = await startBenchServer(fillFast(1), { INDEX_LOG: 'on' });
const token = ensure(filled.tokens[0], 'a user');
const browser = await launchBrowser();
try {
  await waitForIndex(server); await sleep(2000);
  const product = String(filled.products[300]);
  for (let b = 0; b < 2; b++) { if (b) await sleep(10_500);
    for (let o = 0; o < 5; o++) {
      const r = await server.call('placeMicroOrder', { micro_product_id: product, direction: o % 2 ? 'up' : 'down', stake: '1' }, { token, headers: { 'idempotency-key': newKey() } });
      if (r.code !== 1) throw new Error(r.msg);
    } }
  const page = await openPhone(browser, token);
  await page.goto(`${server.origin}/micro-trade?${new URLSearchParams({ instrument: INSTRUMENT })}`);
  await page.locator('[data-testid="micro-order"]:not([data-phase="opening"])').nth(9).waitFor();
  await sleep(3000);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  for (const throttle of [1, 4]) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const read = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
    const a = await read();
    const fps = await page.evaluate(() => new Promise((res) => { let n = 0, slow = 0, last = performance.now(); const t0 = last; const f = (t: number) => { n++; if (t - last > 25) slow++; last = t; if (t - t0 < 10000) requestAnimationFrame(f); else res({ fps: n / ((t - t0) / 1000), slow }); }; requestAnimationFrame(f); }));
    const b = await read();
    const d = (k: string) => Math.round((b[k]! - a[k]!) * 1000 / 10);
    console.log(process.cwd(), throttle, JSON.stringify(fps), 'ms/s task', d('TaskDuration'), 'script', d('ScriptDuration'), 'layout', d('LayoutDuration'), 'style', d('RecalcStyleDuration'), 'nodes', b.Nodes);
  }
  await page.screenshot({ path: `/tmp/micro-${process.cwd().split('/').pop()}.png` });
} finally { await browser.close(); await server.stop(); removeData(); }
