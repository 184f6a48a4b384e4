/** The tool's output for a tester: browser tests, coverage by target, planted faults. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runCli } from '../../qa/cli.ts';
import type { CliWorld } from '../../qa/cli-world.ts';
import { expectedOfActor, liveActor } from '../../qa/live-actor.ts';
import { feedbackTicketModel } from '../../qa/models/feedback-ticket.model.ts';
import type { Mutant, Verdict } from '../../qa/mutants/mutant.ts';
import { MUTANTS } from '../../qa/mutants/mutants.ts';
import { generatePaths, generateRefusals } from '../../qa/paths.ts';
import { runPath, runRefusals } from '../../qa/run-path.ts';
import { kettleModel } from './fixtures/kettle.model.ts';

async function qa(args: readonly string[], world: Partial<CliWorld> = {}) {
  const written = new Map<string, string>();
  let output = '';
  let errors = '';
  const exitCode = await runCli(args, {
    models: [kettleModel],
    mutants: [],
    root: '/nowhere',
    now: () => 0,
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
    writeFile: (path, text) => Promise.resolve(void written.set(path, text)),
    openArchive: () => Promise.reject(new Error('there is no archive')),
    judge: () => Promise.resolve([]),
    ...world,
  });
  return { exitCode, output, errors, written };
}

describe('paths as a browser test', () => {
  test('are one test a path, in the words of the model, on the pages of the machine', async () => {
    const args = ['paths', 'feedback-ticket', '--format', 'playwright'];
    const { exitCode, output } = await qa(args, { models: [feedbackTicketModel] });

    expect(exitCode).toBe(0);
    expect(output).toContain("const run = usePagePaths('feedback-ticket');");
    expect(output.match(/^test\(/gm)).toHaveLength(
      generatePaths(feedbackTicketModel, 'edge').length,
    );
    expect(output).toContain("    'an operator answers', // ticket.answer → replied");
  });

  test('are none for a machine without pages of its own', async () => {
    const { exitCode, errors } = await qa(['paths', 'kettle', '--format', 'playwright']);

    expect(exitCode).toBe(2);
    expect(errors).toContain('kettle has no pages of its own; those that have: spot-order, ');
  });
});

describe('coverage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-coverage-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('adds up what runs recorded, by machine and target', async () => {
    vi.stubEnv('QA_COVERAGE', folder);
    for (const path of generatePaths(kettleModel, 'edge').slice(0, -1)) {
      using system = liveActor(kettleModel);
      await runPath(path, system, expectedOfActor);
    }
    for (const refusals of generateRefusals(kettleModel)) {
      using system = liveActor(kettleModel);
      await runRefusals(refusals, system, expectedOfActor);
    }
    vi.unstubAllEnvs();
    const { exitCode, output } = await qa(['coverage', '--from', folder]);

    expect(exitCode).toBe(0);
    expect(output).toMatch(/^machine +covered +machine +http +page$/m);
    expect(output).toMatch(/^kettle +states +7 of 7 +- +-$/m);
    expect(output).toMatch(/^ +refusals +(\d+) of \1 +- +-$/m);
  });

  test('of one machine names its missed transitions', async () => {
    const entry = {
      target: 'http',
      model: 'kettle',
      path: 'kettle-01',
      states: ['off'],
      transitions: ['off > kettle.switchOn'],
      refusals: [],
    };
    writeFileSync(join(folder, 'http-1.jsonl'), `${JSON.stringify(entry)}\n`);
    const { output } = await qa(['coverage', 'kettle', '--from', folder]);

    expect(output).toContain('  not on http: transitions on > kettle.switchOff');
    expect(output).not.toContain('not on page');
  });

  test('without recordings explains how to record', async () => {
    const { exitCode, errors } = await qa(['coverage', '--from', '/nowhere']);

    expect(exitCode).toBe(2);
    expect(errors).toContain('run tests with QA_COVERAGE=/nowhere in the environment first');
  });
});

describe('mutants', () => {
  const mutants = MUTANTS.slice(0, 2);
  const caught = (mutant: Mutant): Verdict => ({ mutant, caughtBy: ['a path'], problem: null });
  const missed = (mutant: Mutant): Verdict => ({ mutant, caughtBy: [], problem: null });
  const judging = (verdictOf: (mutant: Mutant) => Verdict): Partial<CliWorld> => ({
    mutants,
    judge: (chosen, tell) => {
      const verdicts = chosen.map(verdictOf);
      verdicts.forEach(tell);
      return Promise.resolve(verdicts);
    },
  });

  test('prints each as it completes and all as a table, and ends with 0 when all were noticed', async () => {
    const { exitCode, output } = await qa(['mutants'], judging(caught));

    expect(exitCode).toBe(0);
    expect(output).toContain('caught  machine order-never-times-out: a path\n');
    expect(output).toContain('2 of 2 planted faults were noticed.');
  });

  test('ends with 1 when one was not noticed', async () => {
    const { exitCode, output } = await qa(['mutants'], judging(missed));

    expect(exitCode).toBe(1);
    expect(output).toContain('0 of 2 planted faults were noticed.');
  });

  test('writes the table to a file when asked', async () => {
    const { written } = await qa(['mutants', '--out', 'mutants.md'], judging(caught));

    expect(written.get('mutants.md')).toMatch(/^# Planted faults\n/);
  });

  test('of an unknown name ends with 2', async () => {
    const { exitCode, errors } = await qa(['mutants', 'rust'], { mutants });

    expect(exitCode).toBe(2);
    expect(errors).toContain(
      'no fault is called "rust"; places: machine, server, page, spot, ledger',
    );
  });
});
