/** `npm run qa -- coverage`: prints the coverage of each machine by test runs, by target. */
import type { ExitCode, CliWorld } from '../cli-world.ts';
import { readCoverageLog } from '../coverage-log.ts';
import { modelNamed } from '../models/registry.ts';
import { coverageOf, targetCoverageText } from '../target-coverage.ts';
import { UsageError } from '../usage-error.ts';

interface Options {
  readonly from: string;
  readonly json: boolean;
  readonly out?: string | undefined;
}

/** Prints the coverage of all machines, or of one machine with the names of the missed elements. */
export async function coverageCommand(
  names: readonly string[],
  { from, json, out }: Options,
  { models, print, writeFile }: CliWorld,
): Promise<ExitCode> {
  const log = readCoverageLog(from);
  if (log.length === 0)
    throw new UsageError(
      `nothing is recorded in ${from}; run tests with QA_COVERAGE=${from} in the environment first`,
    );
  const wanted = names.length === 0 ? models : names.map((name) => modelNamed(models, name));
  const covered = wanted.map((model) => coverageOf(model, log));
  const text = json
    ? `${JSON.stringify(covered, null, 2)}\n`
    : targetCoverageText(covered, names.length > 0);
  if (out === undefined) print(text);
  else await writeFile(out, text);
  return 0;
}
