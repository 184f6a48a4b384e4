/** `npm run qa -- mutants`: plants faults and prints the tests that notice each. */
import type { ExitCode, CliWorld } from '../cli-world.ts';
import { chosenMutants, PLACES } from '../mutants/mutants.ts';
import { isCaught, verdictLine, verdictTable } from '../mutants/verdicts.ts';
import { UsageError } from '../usage-error.ts';

interface Options {
  readonly out?: string | undefined;
}

/** Exits with 1 if a fault was not noticed. */
export async function mutantsCommand(
  wanted: readonly string[],
  { out }: Options,
  { mutants: all, judge, print, writeFile }: CliWorld,
): Promise<ExitCode> {
  const chosen = chosenMutants(all, wanted);
  if (chosen.length === 0)
    throw new UsageError(`no fault is called "${wanted.join(' ')}"; places: ${PLACES.join(', ')}`);
  const verdicts = await judge(chosen, (verdict) => print(`${verdictLine(verdict)}\n`));
  const table = verdictTable(verdicts);
  if (out === undefined) print(`\n${table}`);
  else
    await writeFile(
      out,
      `# Planted faults\n\nMade by \`npm run qa -- mutants --out ${out}\`.\n\n${table}`,
    );
  return verdicts.every(isCaught) ? 0 : 1;
}
