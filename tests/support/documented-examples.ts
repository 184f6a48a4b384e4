/** The commands in README.md and docs/QA.md, and the way tests run each. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ExitCode } from '../../qa/cli-world.ts';

export const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'docs/QA.md'] as const;

/** Output files of an example are kept in memory; a test compares printed and written output. */
export type HowItRuns =
  /** `npm run qa` as written. If it would take minutes, the fault is reported as noticed without planting it. */
  | {
      readonly by: 'qa';
      readonly gives: RegExp;
      readonly plantsNothing?: true;
      readonly exitCode?: ExitCode;
    }
  /** `npm run qa -- docs`: it writes every page to another folder and compares it with the committed one. */
  | { readonly by: 'pages' }
  /**
   * A different script of package.json as a process, on the data folder of a server. The arguments `more`, or
   * `instead` of the documented ones, keep it short.
   */
  | {
      readonly by: 'script';
      readonly more?: readonly string[];
      readonly instead?: readonly string[];
      readonly gives: RegExp;
    }
  /** The start of the server for the other examples, with the port of the control interface left open. */
  | { readonly by: 'start' }
  /** A request to the control interface of that server. */
  | { readonly by: 'request'; readonly gives: RegExp }
  /** An exact part of the `npm test` command. */
  | { readonly by: 'suite' }
  /** Too long or too large for this test; the named test or script, which contains these words, runs it. */
  | { readonly by: 'other'; readonly file: string; readonly words: string };

const other = (file: string, words: string): HowItRuns => ({ by: 'other', file, words });
const qa = (gives: RegExp): HowItRuns => ({ by: 'qa', gives });
const SUITE: HowItRuns = { by: 'suite' };

/** With `--dry-run`: npm chooses all packages and fetches none, because tests need no network. CI installs them. */
const INSTALLED = other(
  'tests/e2e/boot/fresh-clone.test.ts',
  "spawnSync('npm', ['ci', '--dry-run']",
);
const CLONE = other('tests/e2e/boot/fresh-clone.test.ts', "describe('a fresh clone'");
const COVERAGE = other('tests/qa/cli-plans.test.ts', "test('adds up what runs recorded");
/** One kill; `tests/server/kit/exchange-crash.test.ts` makes more. */
const CRASH: HowItRuns = {
  by: 'script',
  instead: ['1', '7'],
  gives: /^seed 7: 1 kills in .* 0 contradictions$/m,
};
/** An example below plants a server fault, and `tests/qa/planted-faults.test.ts` the faults of machines; all would take hours. */
const plants = (gives: RegExp): HowItRuns => ({ by: 'qa', gives, plantsNothing: true });

/** Keyed by the command as written, without its comment; commands joined by `&&` are separate. */
export const HOW_EXAMPLES_RUN: Readonly<Record<string, HowItRuns>> = {
  'npm ci': INSTALLED,
  'npm start': CLONE,
  'npm run build': SUITE,
  'npm test': other('.ci/run', 'npm ci && npm test'),
  'npm run verify': SUITE,
  'npm run dev': other('tests/server/boot/platform-npm.test.ts', "script: 'dev'"),
  'npm run screenshots': other('tests/e2e/app/screenshots.test.ts', "'scripts/screenshots.ts'"),
  'npm run screenshots -- all de-DE': other('tests/e2e/app/screenshots.test.ts', "'all', 'de-DE'"),
  'npm run operator:add -- <email address> <name>': { by: 'script', gives: /is now an operator/ },
  'npm run operator:reset -- <email address>': { by: 'script', gives: /signs in again/ },
  'npm run operator:disable -- <email address>': {
    by: 'script',
    gives: /is no longer an operator/,
  },
  'npm run ledger:verify': { by: 'script', gives: /^The ledger of .* is consistent: [1-9]/ },
  // Without it the command would connect to real exchanges.
  'npm run price-sources': other(
    'tests/unit/market/price-sources-script.test.ts',
    "'scripts/price-sources.ts'",
  ),
  'npm run verify:index -- <address> BTC/USDT <start of a minute> [minutes]': other(
    'tests/server/micro/index/price-index.test.ts',
    "'scripts/verify-index.ts'",
  ),
  'npm run verify:settlement -- <file>': other(
    'tests/support/micro/run-verify-scripts.ts',
    "'scripts/verify-settlement.ts'",
  ),
  'npm run verify:refusal -- <address> <text> <signature>': other(
    'tests/support/micro/run-verify-scripts.ts',
    "'scripts/verify-refusal.ts'",
  ),
  'npm run crash': CRASH,
  'npm run crash -- 200': CRASH,
  'npm run crash -- 200 7': CRASH,
  // `tests/server/staking/savings-crash.test.ts` makes the kills.
  'npm run crash -- 40 7 savings': {
    by: 'script',
    instead: ['0', '7', 'savings'],
    gives: /^seed 7: 0 kills in .* positions, .* 0 contradictions$/m,
  },
  'npm run sim -- engine': { by: 'script', more: ['1', '2000'], gives: /^no difference in 2000/m },
  'npm run sim -- deposits': { by: 'script', more: ['1', '2'], gives: /^no difference in 2 / },
  'npm run sim -- micro': { by: 'script', more: ['1', '2000'], gives: /^0 differences in 2000/m },
  'npm run sim -- lever-kills': other(
    'tests/server/lever/lever-process-kills.test.ts',
    'killAt(points',
  ),
  'npm run sim -- lever-meetings 100': other(
    'tests/server/lever/lever-http-pairs.test.ts',
    'meetings.meet(first, second',
  ),
  'PROPERTY_RUNS=1000000 npx vitest run --project unit --testTimeout 3600000 tests/properties/lever/lever-accounts.prop.test.ts':
    other('tests/support/property-runs.ts', "process.env['PROPERTY_RUNS']"),
  'npm run qa': { by: 'qa', gives: /^Usage: npm run qa/, exitCode: 2 },
  'npm run qa -- list': qa(/^fiat-order +transitions (\d+) of \1, states (\d+) of \2$/m),
  'npm run qa -- paths session': qa(/^session: .*transitions (\d+) of \1/),
  'npm run qa -- paths socket-connection --format gherkin': qa(/^Feature: Socket connection\n/),
  'npm run qa -- paths fiat-order --shortest': qa(/^fiat-order: \d+ paths \(shortest\)/),
  'npm run qa -- paths fiat-order --format gherkin --out fiat-order.feature': qa(/^Feature: Fiat/),
  'npm run qa -- paths fiat-order --format playwright --out tests/e2e/plan.test.ts': qa(
    /const run = usePagePaths\('fiat-order'\);/,
  ),
  'npx vitest run --project browser tests/e2e/plan.test.ts': other(
    'tests/e2e/app/page-plan.test.ts',
    "test('a printed plan runs on the pages",
  ),
  'npm run qa -- docs': { by: 'pages' },
  'QA_COVERAGE=.cache/qa-coverage npx vitest run --project unit --project server --project browser':
    COVERAGE,
  'npm run qa -- coverage': qa(/^fiat-order +states +\d+ of \d+/m),
  'npm run qa -- coverage fiat-order': qa(/^fiat-order +states +\d+ of \d+/m),
  'npm run qa -- mutants': plants(/^(\d{3}) of \1 planted faults/m),
  'npm run qa -- mutants machine': plants(/^(\d\d) of \1 planted faults[^]* machine /m),
  'npm run qa -- mutants spot': plants(/^(\d+) of \1 planted faults[^]* spot /m),
  // It runs as a process, because its tests make databases of their own next to those of this run.
  'npm run qa -- mutants server-shop-closed': {
    by: 'script',
    gives: /^caught +server +server-shop-closed-over-orders: [^]*^1 of 1 planted faults/m,
  },
  'npm run qa -- replay <number>': qa(/^order \d+: limit buy .*[^]* the same as stored: /),
  'npm run qa -- replay <number> --json': qa(/"is_same_as_stored": true/),
  'npm run qa -- replay fiat-ad 1': qa(/^fiat-ad 1\n[^]* the same as stored: /),
  'npm run qa -- show fiat-order <number>': qa(/^fiat-order \d+/),
  'NODE_ENV=test SEED=demo CONTROL_PORT=3002 CONTROL_TOKEN=a-token-of-16-or-more npm start': {
    by: 'start',
  },
  [`curl -H 'Authorization: Bearer a-token-of-16-or-more' -d '{"ms": 60000}' http://127.0.0.1:3002/clock/advance`]:
    { by: 'request', gives: /^\{"now":\d+\}$/ },
};

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Contents of the fenced blocks of that language in both documents. */
export function blocksOf(language: string): string[] {
  const fence = new RegExp('^```' + language + '\\n([^]*?)^```$', 'gm');
  return DOCUMENTS.flatMap((file) =>
    [...textOf(file).matchAll(fence)].map(([, text = '']) => text),
  );
}

/** Every command of a shell block, and every one in a sentence, once. */
export function documentedCommands(): string[] {
  const inBlocks = blocksOf('sh')
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => line.replace(/\s+# .*$/, '').split(' && '));
  const inSentences = DOCUMENTS.flatMap((file) =>
    [...textOf(file).matchAll(/`(npm [^`\n]+)`/g)].map(([, command = '']) => command),
  );
  const commands = [...inBlocks, ...inSentences].map((command) => command.trim());
  return [...new Set(commands)].filter((command) => command !== '');
}
