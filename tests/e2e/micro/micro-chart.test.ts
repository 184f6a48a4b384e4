/** Ring, lead and chart of a running order on the page of fast contracts: by the times of the index, on any clock of the device, and after them. */
import { expect, test } from 'vitest';
import { INDEX_GRID_MS } from '../../../contract/figures/index-record.ts';
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts';
import { openApp } from '../../support/pages/app-page.ts';
import { PAGE_PRODUCT, pageOrder } from '../../support/micro/page-micro-order.ts';
import { useProduct } from '../../support/pages/product.ts';
import { ScriptedPage } from '../../support/wallet/scripted-page.ts';

const product = useProduct({}, { keepsPages: true, isShared: true });

/** The units of the chart and of its seconds with an order that ends after 79 s: 120 s before the last point, 80 s after it. */
const UNITS = 5;
const LEFT_SECONDS = 79;

test.each([0, HOUR_MS, -HOUR_MS])(
  'a device whose clock is %d ms off shows the same seconds and the same window',
  async (offMs) => {
    const { browser, server } = product;
    const tokens = await product.tokensOf('trader');
    const page = await openApp(browser, server.origin, { tokens });
    // Without time on the device, a slow test is not a loss of points.
    const deviceMs = Date.now() + offMs;
    await page.clock.setFixedTime(deviceMs);
    const scripted = await ScriptedPage.over(page);
    const atMs = Math.ceil(Date.now() / INDEX_GRID_MS) * INDEX_GRID_MS;
    const point = (time: number, price: string) => ({
      time,
      price,
      gap: null,
      head: '0'.repeat(64),
    });
    const order = (id: string, leftSeconds: number) =>
      pageOrder({
        id,
        seconds: 120,
        state: 'open',
        open_price: '97000',
        opened_at: atMs + (leftSeconds - 120) * SECOND_MS,
        expires_at: atMs + leftSeconds * SECOND_MS,
      });
    await scripted.answer('micro/products', () => [PAGE_PRODUCT]);
    await scripted.load('/micro-trade');
    for (const record of [order('1', LEFT_SECONDS), order('2', 2)])
      await scripted.tell({ kind: 'micro_order', record });
    await expect.poll(() => scripted.awaitsIndex).toBe(true);
    scripted.sendIndex(PAGE_PRODUCT.instrument, [
      point(atMs - 120 * SECOND_MS, '96990'),
      point(atMs, '97000.5'),
    ]);

    const [late, early] = [
      page.getByTestId('micro-order').nth(0),
      page.getByTestId('micro-order').nth(1),
    ];
    await expect.poll(() => early.getByTestId('ring').textContent()).toBe(String(LEFT_SECONDS));
    expect(await early.textContent()).toContain(`${LEFT_SECONDS} s left`);
    expect(await early.getAttribute('data-phase')).toBe('running');
    expect(await late.getByTestId('ring').textContent()).toBe('2');
    expect(await late.getAttribute('data-phase')).toBe('window');
    expect(await early.textContent()).toContain('Ahead by 0.50');
    const window = page.getByTestId('window').nth(1);
    expect(await window.getAttribute('x')).toBe(String((120 + LEFT_SECONDS - 3) * UNITS));
    expect(await window.getAttribute('width')).toBe(String(3 * UNITS));

    // Points stay away: the seconds go on by the clock, to the end.
    await page.clock.setFixedTime(deviceMs + 10 * SECOND_MS);
    await early.getByText(`${LEFT_SECONDS - 10} s left`).waitFor();
    expect(await early.textContent()).not.toContain('Ahead');
    await late.getByText('Time is up, waiting for the result').waitFor();
    expect(await late.getByTestId('ring').textContent()).toBe('0');
  },
);
