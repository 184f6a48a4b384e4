/** The script and text bytes of a first visit and the number of its scripts, measured in the browser. */
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGE_BUDGETS, SCRIPTS_MAX } from '../../../scripts/page-budgets.ts';
import { useProduct } from '../../support/pages/product.ts';

// On a shared server the demo user may have an order that needs action, whose notice loads more.
const product = useProduct();

test.for(Object.entries(PAGE_BUDGETS))(
  'a first visit of %s loads no more script and texts than its budget',
  async ([path, { gzipBytesMax }]) => {
    const page = path === '/login' ? await product.open() : await product.openAs('trader');
    const scripts = new Map<string, Response>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.js(?:on)?$/.test(pathname)) scripts.set(pathname, response);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    // A body that a late response asks for would be refused after the page has closed.
    const bodies = await Promise.all([...scripts.values()].map((response) => response.body()));
    const total = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(scripts.size).toBeGreaterThan(0);
    expect(total, [...scripts.keys()].join('\n')).toBeLessThanOrEqual(gzipBytesMax);
  },
);

test.for(Object.entries(SCRIPTS_MAX))(
  'a first visit of %s loads at most %i scripts',
  async ([path, scriptsMax]) => {
    const page = await product.openAs('trader');
    const scripts = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(new URL(page.url()).pathname).toBe(path);
    expect(scripts.size, [...scripts].join('\n')).toBeLessThanOrEqual(scriptsMax);
    expect(scripts.size).toBeGreaterThan(0);
  },
);
