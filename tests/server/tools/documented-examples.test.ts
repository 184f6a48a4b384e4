/** Every command in README.md and docs/QA.md does on the demo exchange what the documents say. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { runCli } from '../../../qa/cli.ts';
import type { ExitCode } from '../../../qa/cli-world.ts';
import { SPEC_COVERAGE_FILE } from '../../../qa/docs/spec-coverage.ts';
import { FLOORS } from '../../../qa/docs/where-page.ts';
import { formatGherkin } from '../../../qa/format/gherkin.ts';
import { reportPaths } from '../../../qa/format/report.ts';
import { expectedOfActor, liveActor } from '../../../qa/live-actor.ts';
import { modelNamed, MODELS } from '../../../qa/models/registry.ts';
import { MUTANTS } from '../../../qa/mutants/mutants.ts';
import { judge } from '../../../qa/mutants/verdicts.ts';
import { generatePaths } from '../../../qa/paths.ts';
import { openArchive } from '../../../qa/replay/exchange-archive.ts';
import { runPath } from '../../../qa/run-path.ts';
import { RECORD_LIFECYCLES } from '../../../server/areas/operator/operator.area.ts';
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { templateVariables } from '../../support/databases/database-template.ts';
import {
  blocksOf,
  documentedCommands,
  HOW_EXAMPLES_RUN,
  ROOT,
  textOf,
  type HowItRuns,
} from '../../support/documented-examples.ts';
import { listedAds } from '../../support/fiat/fiat-ads.ts';
import { dataOf, signIn } from '../../support/users/accounts.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';
import { folderVariable, temporaryFolders } from '../../support/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

const commands = documentedCommands();
const run = <K extends HowItRuns['by']>(by: K) =>
  commands.flatMap((command) => {
    const how = HOW_EXAMPLES_RUN[command];
    return how?.by === by ? [[command, how as Extract<HowItRuns, { by: K }>] as const] : [];
  });
const [startLine = ''] = ensure(run('start')[0], 'a start with the control interface');
const started = Object.fromEntries(
  [...startLine.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
);

const folders = temporaryFolders();
const coverage = folders.make();
let server: TestServer;
/** Values that the documents leave to the reader. */
const numbers = { replay: '', show: '' };

beforeAll(async () => {
  server = await startTestServer({ env: { ...started, CONTROL_PORT: '0', MARKET_MAKER: 'off' } });
  const { accessToken: token } = dataOf(
    await signIn(server, 'demo.trader@meridian.test', DEMO_PASSWORD),
  );
  numbers.replay = await restingOrder(token);
  numbers.show = await fiatOrder(token);
  await recordCoverage();
});
afterAll(async () => {
  await server.stop();
  folders.removeAll();
});

async function restingOrder(token: string): Promise<string> {
  const { id, priceAt } = await findMarket(server, 'BTC');
  const fields = { currency_match_id: id, side: 'buy', type: 'limit' } as const;
  const order = { ...fields, price: priceAt(0.95), quantity: '0.001' };
  return dataOf(await placeOrder(server, { email: '', token }, order)).id;
}

async function fiatOrder(token: string): Promise<string> {
  const { ads } = await listedAds(server, { token }, { side: 'buy', fiat_code: 'CNY' });
  const { id, price, payment_kinds: kinds } = ensure(ads[0], 'an ad of the demo');
  const fields = {
    ad_id: id,
    price: ensure(price ?? undefined, 'a price'),
    payment_kind: ensure(kinds[0], 'a way to pay'),
    amount: '700',
  };
  const headers = { 'idempotency-key': newKey() };
  return dataOf(await server.call('createFiatOrder', fields, { token, headers })).id;
}

/** Records coverage as a run with QA_COVERAGE does. */
async function recordCoverage(): Promise<void> {
  vi.stubEnv('QA_COVERAGE', coverage);
  const model = modelNamed(MODELS, 'fiat-order');
  for (const each of generatePaths(model, 'shortest')) {
    using system = liveActor(model);
    await runPath(each, system, expectedOfActor);
  }
  vi.unstubAllEnvs();
}

test('every example is known, and no others exist', () => {
  expect(commands.toSorted()).toEqual(Object.keys(HOW_EXAMPLES_RUN).toSorted());
});

test('an example that names a script of the project names an existing one', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const named = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

test.each(run('suite'))('%s is a part of npm test, word for word', (command) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect(scripts['test']).toBe('node scripts/test.ts');
  const [program, ...words] = command.split(' ');
  const step = `{ command: '${program}', words: [${words.map((word) => `'${word}'`).join(', ')}] }`;
  expect(textOf('scripts/test.ts')).toContain(step);
});

test.each(run('other'))('%s is run elsewhere', (_command, { file, words }) => {
  expect(textOf(file)).toContain(words);
});

/** Runs `npm run qa` with these arguments and keeps its output files in memory. */
async function runQa(
  given: readonly string[],
  { root = ROOT, plantsNothing = false, wanted = 0 as ExitCode } = {},
) {
  const written = new Map<string, string>();
  let [printed, errors] = ['', ''];
  const exitCode = await runCli(given, {
    models: MODELS,
    mutants: MUTANTS,
    root,
    now: () => Date.now(),
    print: (line) => void (printed += line),
    printError: (line) => void (errors += line),
    writeFile: (file, content) => Promise.resolve(void written.set(file, content)),
    openArchive: () => openArchive({ DATA_DIR: server.dataDir }),
    judge: (chosen, tell) =>
      plantsNothing
        ? Promise.resolve(chosen.map((mutant) => ({ mutant, caughtBy: ['a test'], problem: null })))
        : judge(chosen, root, tell),
  });
  expect({ exitCode, errors }).toEqual({ exitCode: wanted, errors: '' });
  return { printed, written };
}

test.each(run('qa'))('%s', async (command, { gives, plantsNothing, exitCode: wanted }) => {
  const [name = '', ...args] = command
    .replace(/^npm run qa(?: -- )?/, '')
    .split(' ')
    .filter(Boolean);
  const given = [
    ...(name === '' ? [] : [name]),
    ...args.map((word) => (word === '<number>' ? numbers[name as 'show'] : word)),
  ];
  const { printed, written } = await runQa(
    name === 'coverage' ? [...given, '--from', coverage] : given,
    { ...(plantsNothing && { plantsNothing }), ...(wanted !== undefined && { wanted }) },
  );
  const [, out] = / --out (\S+)/.exec(command) ?? [];
  expect([...written.keys()]).toEqual(out === undefined ? [] : [out]);
  expect(out === undefined ? printed : written.get(out)).toMatch(gives);
});

const isOwn = (name: string): boolean => !name.includes('node_modules');

test.each(run('pages'))('%s', async (command) => {
  const root = folders.make();
  // The pages are generated from every source file, every decision, the sentences of errors and the tests.
  const others = ['locales', 'docs/adr', SPEC_COVERAGE_FILE, 'tests/server', 'tests/e2e'];
  for (const source of [...others, ...FLOORS])
    cpSync(path.join(ROOT, source), path.join(root, source), { recursive: true, filter: isOwn });
  await runQa(command.replace('npm run qa -- ', '').split(' '), { root });
  const written = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const files = written
    .map((name) => path.join('docs', name))
    .filter((file) => statSync(path.join(root, file)).isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files)
    expect(readFileSync(path.join(root, file), 'utf8'), file).toBe(textOf(file));
});

/** Output of each process; equal commands share one. */
const printedBy = new Map<string, Promise<string>>();

async function runScript(args: readonly string[]): Promise<string> {
  const { PATH } = process.env;
  const ofRun = { ...QUICK_NODE, ...templateVariables(), ...folderVariable() };
  const env = { PATH, ...ofRun, DATA_DIR: server.dataDir };
  const child = spawn(process.execPath, args, { cwd: ROOT, env });
  child.stdin.end('correct horse battery\n');
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}

test.each(run('script'))('%s', async (command, { more = [], instead, gives }) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const [, name = '', rest = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? [];
  const [, file = ''] = /^node (\S+)$/.exec(scripts[name] ?? '') ?? [];
  const filled = rest.replace('<email address>', 'olive@example.org').replace('<name>', 'Olive');
  const args = [file, ...(instead ?? [...filled.split(' ').filter(Boolean), ...more])];
  const key = args.join(' ');
  const output = printedBy.get(key) ?? runScript(args);
  printedBy.set(key, output);
  expect(await output).toMatch(gives);
});

test.each(run('request'))('%s', async (command, { gives }) => {
  const [, header = ''] = / -H '([^']+)'/.exec(command) ?? [];
  const [, body = ''] = / -d '([^']+)'/.exec(command) ?? [];
  const url = new URL(/http:\S+$/.exec(command)?.[0] ?? '');
  expect(url.port).toBe(started['CONTROL_PORT']);
  url.port = String((JSON.parse(await server.waitForLog(/"msg":"ready"/)) as Ready).controlPort);
  const [name = '', value = ''] = header.split(': ');
  // The default content type of curl.
  const headers = { [name]: value, 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(gives);
});
interface Ready {
  readonly controlPort: number;
}

describe('a quotation in docs/QA.md', () => {
  const report = reportPaths(modelNamed(MODELS, 'fiat-order'), 'edge');

  test('of a plan is in the plan', () => {
    const plan = formatGherkin(report);
    const lines = blocksOf('gherkin').flatMap((block) => block.split('\n').slice(1));
    const steps = lines.map((line) => line.trim()).filter((line) => line !== '');
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) expect(plan).toContain(`${step}\n`);
  });

  test('of a failure is a step of an existing path', () => {
    const ids = [...textOf('docs/QA.md').matchAll(/\bfiat-order-\d+\b/g)].map(([id]) => id);
    expect(report.paths.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const quoted = blocksOf('text').join('\n');
    const [, id, n, label] = /^(fiat-order-\d+), step (\d+): (.+)$/m.exec(quoted) ?? [];
    const steps = report.paths.find((each) => each.id === id)?.steps ?? [];
    expect(steps[Number(n) - 1]?.label).toBe(label);
  });

  test('of kinds of records lists those that can be replayed', () => {
    const [, kinds] = /# a record of another kind: (.+)$/m.exec(textOf('docs/QA.md')) ?? [];
    const stored = Object.keys(RECORD_LIFECYCLES);
    const ofWriters = ['spot-order', 'contract-order', 'micro-order'];
    expect(kinds?.split(', ')).toEqual([...ofWriters, ...stored]);
  });

  test('of modules can be imported', async () => {
    const imports = /^import \{ ([^}]+) \} from '\.\.\/\.\.\/(qa\/[^']+)';$/gm;
    const found = blocksOf('ts').flatMap((block) => [...block.matchAll(imports)]);
    expect(found.length).toBeGreaterThan(2);
    for (const [, names = '', file = ''] of found) {
      const values = names.split(', ').filter((name) => !name.startsWith('type '));
      const module: unknown = await import(path.join(ROOT, file));
      expect(Object.keys(module as object)).toEqual(expect.arrayContaining(values));
    }
  });
});
