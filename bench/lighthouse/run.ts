/** Lighthouse, mobile, on /login and /home of the running product; medians of three runs each. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { findChromium } from '../../tests/support/pages/browser.ts';
import { startTestServer, type TestServer } from '../../tests/support/servers/test-server.ts';
import { isSmoke, sized } from '../lib/mode.ts';
import { median, printGoals, printTable, round, type Goal } from '../lib/table.ts';

const RUNS = sized(3, 1);
/** The page behind the sign-in takes the same steps as the other and two more. */
const PAGES = sized(['/login', '/home'], ['/home']);
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const SCORES_MIN = { performance: 95, accessibility: 100, 'best-practices': 100 };
type Category = (typeof CATEGORIES)[number];

async function audit(url: string, port: number): Promise<Record<Category, number>> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    formFactor: 'mobile',
    throttlingMethod: sized('simulate', 'provided'),
    maxWaitForLoad: sized(45_000, 1_500),
    disableFullPageScreenshot: isSmoke,
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

/** Writes a session to the browser that Lighthouse will use, then disconnects from it. */
async function signIn(server: TestServer, port: number): Promise<void> {
  const answer = await server.call('signIn', {
    account: 'demo.trader@meridian.test',
    password: 'Meridian1',
  });
  const session = JSON.stringify({ tokens: answer.data, user: null });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  const page = await context.newPage();
  await page.goto(`${server.origin}/limits.json`);
  await page.evaluate((text) => localStorage.setItem('meridian.session', text), session);
  await page.close();
  await browser.close();
}

const server = await startTestServer(isSmoke ? { env: { MARKET_MAKER: 'off' } } : {});
const isRoot = process.getuid?.() === 0;
const chrome = await launch({
  chromePath: await findChromium(),
  chromeFlags: ['--headless=new', '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
});
const rows: (string | number)[][] = [];
const goals: Goal[] = [];
try {
  for (const path of PAGES) {
    if (path === '/home') await signIn(server, chrome.port);
    const runs: Record<Category, number>[] = [];
    for (let n = 0; n < RUNS; n++) runs.push(await audit(server.origin + path, chrome.port));
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
  chrome.kill();
  await server.stop();
}
