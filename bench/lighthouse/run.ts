/** Lighthouse, mobile, on /login and /home of the running product; medians of three runs each. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findChromium } from '../../tests/support/browser.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { median, printGoals, printTable, round } from '../lib/table.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const SCORES_MIN = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = (typeof CATEGORIES)[number];

/** A port for the browser's debugging door; Lighthouse speaks to it beside Playwright. */
const DEBUGGING_PORT = 9_333;

async function audit(url: string): Promise<Record<Category, number>> {
  const result = await lighthouse(url, {
    port: DEBUGGING_PORT,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    formFactor: 'mobile',
    // The session of /home is in the local storage.
    disableStorageReset: true,
  });
  if (result === undefined) throw new Error(`no report of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
  for (const name of CATEGORIES) {
    for (const { id, weight } of lhr.categories[name]?.auditRefs ?? []) {
      const score = lhr.audits[id]?.score;
      if (weight > 0 && score !== null && score !== undefined && score < 0.9) {
        console.log(
          `  ${new URL(url).pathname} ${name}: ${id} ${score} ${lhr.audits[id]?.displayValue ?? ''}`,
        );
      }
    }
  }
  const score = (name: Category) => round((lhr.categories[name]?.score ?? Number.NaN) * 100, 0);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
  };
}

const server = await startTestServer();
const isRoot = process.getuid?.() === 0;
const context = await chromium.launchPersistentContext('', {
  executablePath: await findChromium(),
  args: [`--remote-debugging-port=${DEBUGGING_PORT}`, ...(isRoot ? ['--no-sandbox'] : [])],
  locale: 'en-US',
});
const rows: (string | number)[][] = [];
const goals = [];
try {
  for (const path of ['/login', '/home']) {
    if (path === '/home') {
      const page = await context.newPage();
      await page.goto(`${server.origin}/login`);
      await page
        .getByLabel(/e-?mail/i)
        .first()
        .fill('demo.trader@meridian.test');
      await page.getByLabel('Password', { exact: true }).fill('Meridian1');
      await page.locator('form button[type=submit]').click();
      await page.waitForURL('**/home');
      await page.close();
    }
    const runs: Record<Category, number>[] = [];
    for (let n = 0; n < RUNS; n++) runs.push(await audit(server.origin + path));
    const scores = CATEGORIES.map((name) => median(runs.map((run) => run[name])));
    rows.push([path, ...scores]);
    CATEGORIES.forEach((name, index) => {
      const score = scores[index] ?? Number.NaN;
      goals.push({
        name: `${path} ${name} at least ${SCORES_MIN[name]}`,
        met: score >= SCORES_MIN[name],
        measured: String(score),
      });
    });
  }
  printTable(`Lighthouse, mobile, medians of ${RUNS}`, ['page', ...CATEGORIES], rows);
  printGoals(goals);
} finally {
  await context.close();
  await server.stop();
}
