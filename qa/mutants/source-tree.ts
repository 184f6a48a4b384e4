/** A copy of the sources in which faults are planted and tests are run, one fault at a time. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { Check, SourceMutant } from './mutant.ts';

/** Excluded because they are large, generated, or belong to this working copy. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.cache', '.vitest']);
/** Bundles of the server; that of the present sources is the one without a fault. */
const BUNDLES = '.cache/server';
const RUN_MS_MAX = 300_000;

interface RunResult {
  readonly isPassed: boolean;
  /** Failed tests with their errors; empty if no test ran. For a build, its last lines. */
  readonly failures: readonly string[];
  /** Reason for which no test ran. */
  readonly problem?: string;
}

export class SourceTree {
  readonly #folder: string;
  /** Result of each check without a fault. */
  readonly #withoutFaultRuns = new Map<string, Promise<RunResult>>();
  #isBuiltWithoutFault = false;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies the repository at `root` and its bundles of the server, and links installed packages. */
  static async copyOf(root: string): Promise<SourceTree> {
    const folder = await mkdtemp(join(tmpdir(), 'meridian-mutants-'));
    await cp(root, folder, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(relative(root, source).split(sep)[0] ?? ''),
    });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    const bundles = join(root, BUNDLES);
    if (existsSync(bundles)) await cp(bundles, join(folder, BUNDLES), { recursive: true });
    return new SourceTree(folder);
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * Runs the check with the fault in the sources, and removes the fault again.
   * @throws Error when the fault cannot be planted, or the check fails without it.
   */
  async tryMutant({ place, file, edits, check }: SourceMutant): Promise<RunResult> {
    const isPage = place === 'page';
    const run = await this.#withoutFault(check, isPage);
    if (!run.isPassed)
      throw new Error(
        `the check fails without the fault: ${[...run.failures, run.problem ?? ''].join('; ')}`,
      );
    const path = join(this.#folder, file);
    const source = await readFile(path, 'utf8');
    await writeFile(path, planted(source, { file, edits }));
    try {
      if (isPage) {
        this.#isBuiltWithoutFault = false;
        const build = await this.#build();
        if (!build.isPassed) throw new Error(`it does not build: ${build.failures.join(' ')}`);
      }
      return await this.#runToVerdict(check);
    } finally {
      await writeFile(path, source);
    }
  }

  #withoutFault(check: Check, isPage: boolean): Promise<RunResult> {
    const key = JSON.stringify(check);
    const known = this.#withoutFaultRuns.get(key);
    if (known !== undefined) return known;
    const run = this.#runWithoutFault(check, isPage);
    this.#withoutFaultRuns.set(key, run);
    return run;
  }

  async #runWithoutFault(check: Check, isPage: boolean): Promise<RunResult> {
    if (isPage && !this.#isBuiltWithoutFault) {
      const build = await this.#build();
      if (!build.isPassed) return build;
      this.#isBuiltWithoutFault = true;
    }
    return this.#runToVerdict(check);
  }

  /** Retries a run in which no test finished, because the machine may have been too busy. */
  async #runToVerdict(check: Check): Promise<RunResult> {
    const first = await this.#run(check);
    const result = first.isPassed || first.failures.length > 0 ? first : await this.#run(check);
    if (!result.isPassed && result.failures.length === 0)
      throw new Error(`the check could not be run: ${result.problem ?? ''}`);
    return result;
  }

  async #build(): Promise<RunResult> {
    const { code, output } = await this.#node(['node_modules/vite/bin/vite.js', 'build']);
    return { isPassed: code === 0, failures: code === 0 ? [] : output.split('\n').slice(-5) };
  }

  async #run({ project, file, tests }: Check): Promise<RunResult> {
    const report = join(this.#folder, '.mutant-report.json');
    await rm(report, { force: true });
    const { code, output } = await this.#node([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter',
      'json',
      '--outputFile',
      report,
      '--bail',
      '1',
      ...(tests === undefined ? [] : ['--testNamePattern', tests]),
      file,
    ]);
    if (code === 0) return { isPassed: true, failures: [] };
    const text = await readFile(report, 'utf8').catch(() => '');
    const { failures, problem } = failedTests(text);
    return { isPassed: false, failures, problem: problem === '' ? errorIn(output) : problem };
  }

  #node(
    args: readonly string[],
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...args], {
        cwd: this.#folder,
        env: { ...process.env, QA_COVERAGE: '' },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: RUN_MS_MAX,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => (output += data.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  }
}

/**
 * Returns the source with the fault. @throws Error unless each original text occurs exactly once.
 */
export function planted(
  source: string,
  { file, edits }: Pick<SourceMutant, 'file' | 'edits'>,
): string {
  return edits.reduce((text, [from, to]) => {
    const count = text.split(from).length - 1;
    if (count !== 1)
      throw new Error(`${JSON.stringify(from)} is ${count} times in ${file}, not once`);
    return text.replace(from, () => to);
  }, source);
}

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The first line that names an error, or the last line. */
function errorIn(output: string): string {
  const lines = output.trim().split('\n');
  return lines.find((line) => /Error\b.*\S/.test(line)) ?? lines.at(-1) ?? '';
}

/** Reads the failures from vitest's report, which is empty if it was not written. */
function failedTests(report: string): Required<Omit<RunResult, 'isPassed'>> {
  if (report === '') return { failures: [], problem: '' };
  const { testResults } = JSON.parse(report) as Report;
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages: [message = ''] }) =>
      status === 'failed' ? [`${fullName.trim()} (${firstLine(message)})`] : [],
    ),
  );
  return { failures, problem: firstLine(testResults[0]?.message ?? '') };
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
