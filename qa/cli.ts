/** The commands of `npm run qa`, without the process around them. */
import { parseArgs } from 'node:util';
import { LIFECYCLE_KINDS } from '../contract/lifecycle-kinds.ts';
import { RECORD_LIFECYCLES } from '../server/areas/operator/operator.area.ts';
import type { CliWorld, ExitCode } from './cli-world.ts';
import { coverageCommand } from './commands/coverage.ts';
import { mutantsCommand } from './commands/mutants.ts';
import { pathsCommand, WALKS_DEFAULT } from './commands/paths.ts';
import { showCommand } from './commands/show.ts';
import { coverageText } from './coverage.ts';
import { generatePages, writePages } from './docs/pages.ts';
import { reportPaths } from './format/report.ts';
import { UnknownMachineError } from './models/registry.ts';
import { ArchiveError, type ExchangeArchive } from './replay/exchange-archive.ts';
import { PLACES } from './mutants/mutants.ts';
import {
  replayContractOrder,
  replayFastContract,
  replayOrder,
  replayRecord,
  type ReplayReport,
} from './replay/replay-report.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Usage: npm run qa -- <command>

  list                        machines, with their number of states and transitions
  paths <machine> [options]   walks through a machine, for tests and test plans
  coverage [machine]          states, transitions and refusals that test runs covered, by target
  mutants [place|name …]      plants faults and says what notices each; places:
                              ${PLACES.join(', ')}
  docs                        writes docs/generated (machines, errors, limits, endpoints, channels),
                              docs/COVERAGE.md and docs/SPEC-COVERAGE.md
  replay <number>             the event log of a spot order, step by step, to its present state
  replay <kind> <number>      the same of another record; kinds: ${LIFECYCLE_KINDS.join(', ')}
  show <number>               where a spot order is: its chart, who may do what and why nothing else, time left
  show <kind> <number>        the same of another record; kinds: ${LIFECYCLE_KINDS.join(', ')}

Options of replay and show (they read DATABASE_URL, or the embedded database of DATA_DIR, running or not):
  --json                      for programs

Options of paths:
  (none)                      edge cover: every event in every kind of state, all transitions
  --shortest                  one shortest walk to every kind of state
  --simple                    walks without a loop: all, or as long as there are no more than the limit
    --limit <number>          most walks, default ${WALKS_DEFAULT}
    --max-length <steps>      longer walks end there; the first of them, where there are more than the limit
  --format text|json|gherkin|playwright  default text

Options of coverage (tests record what they cover in the folder that QA_COVERAGE names):
  --from <folder>             default .cache/qa-coverage
  --json                      for programs

  --out <file>                paths, coverage, mutants: write to a file instead of the terminal

  --help                      this text

Exit codes: 0 done, 1 a transition or state is neither covered nor declared unreachable, the replay differs
from what is stored, or a planted fault was not noticed, 2 wrong use.
`;

const COMMANDS = ['list', 'paths', 'coverage', 'mutants', 'docs', 'replay', 'show'];
const ERRORS_OF_USE = [UsageError, UnknownMachineError, ArchiveError];

/** Runs one command; wrong use is reported in one line on the error output. */
export async function runCli(args: readonly string[], world: CliWorld): Promise<ExitCode> {
  try {
    const { values, positionals } = readArguments(args);
    if (values.help || positionals.length === 0) {
      world.print(HELP);
      return values.help ? 0 : 2;
    }
    const [command = '', ...rest] = positionals;
    switch (command) {
      case 'list':
        return list(world);
      case 'docs':
        return await docs(world);
      case 'paths':
        return await pathsCommand(rest, values, world);
      case 'replay':
        return await replay(rest, values, world);
      case 'show':
        return await showCommand(rest, values, world);
      case 'coverage':
        return await coverageCommand(rest, values, world);
      case 'mutants':
        return await mutantsCommand(rest, values, world);
      default:
        throw new UsageError(`unknown command "${command}"; commands: ${COMMANDS.join(', ')}`);
    }
  } catch (error) {
    if (!ERRORS_OF_USE.some((kind) => error instanceof kind)) throw error;
    const { message } = error as Error;
    world.printError(`${message}\nSee npm run qa -- --help\n`);
    return 2;
  }
}

type Options = ReturnType<typeof readArguments>['values'];

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        shortest: { type: 'boolean', default: false },
        simple: { type: 'boolean', default: false },
        'max-length': { type: 'string' },
        limit: { type: 'string' },
        format: { type: 'string', default: 'text' },
        out: { type: 'string' },
        json: { type: 'boolean', default: false },
        from: { type: 'string', default: '.cache/qa-coverage' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function list({ models, print }: CliWorld): ExitCode {
  const width = Math.max(...models.map(({ name }) => name.length));
  for (const model of models) {
    const { coverage } = reportPaths(model, 'edge');
    print(`${model.name.padEnd(width)}  ${coverageText(coverage)}\n`);
  }
  return 0;
}

async function docs({ models, root, print }: CliWorld): Promise<ExitCode> {
  const pages = await generatePages(root, models);
  const changed = await writePages(root, pages);
  print(changed.length === 0 ? `${pages.size} pages, all current\n` : `${changed.join('\n')}\n`);
  return 0;
}

async function replay(
  positionals: readonly string[],
  { json }: Options,
  { openArchive, print, printError }: CliWorld,
): Promise<ExitCode> {
  const { what, read } = replayOf(positionals);
  const archive = await openArchive();
  try {
    const report = await read(archive);
    if (report === undefined) throw new UsageError(`there is no ${what}`);
    print(json ? report.json : report.text);
    if (report.faults.length === 0) return 0;
    printError(`${what} is not what its log says:\n  ${report.faults.join('\n  ')}\n`);
    return 1;
  } finally {
    await archive.close();
  }
}

interface WantedReplay {
  /** Subject of the replay: `order 42`. */
  readonly what: string;
  read(archive: ExchangeArchive): Promise<ReplayReport | undefined>;
}

function replayOf(positionals: readonly string[]): WantedReplay {
  const [first = '', second, ...surplus] = positionals;
  const spotNumber = second === undefined ? first : second;
  if (second === undefined || (first === 'spot-order' && surplus.length === 0)) {
    const id = recordNumber(spotNumber, 'an order');
    return { what: `order ${id}`, read: (archive) => replayOrder(archive, id) };
  }
  if (first === 'contract-order' && surplus.length === 0) {
    const id = recordNumber(second, 'a contract order');
    return { what: `contract-order ${id}`, read: (archive) => replayContractOrder(archive, id) };
  }
  if (first === 'micro-order' && surplus.length === 0) {
    const id = recordNumber(second, 'a fast contract');
    return { what: `micro-order ${id}`, read: (archive) => replayFastContract(archive, id) };
  }
  const spec = Object.values(RECORD_LIFECYCLES).find(({ kind }) => kind === first);
  if (spec === undefined)
    throw new UsageError(`unknown kind "${first}"; kinds: ${LIFECYCLE_KINDS.join(', ')}`);
  if (surplus.length > 0) throw new UsageError(`unexpected argument "${surplus[0]}"`);
  const id = recordNumber(second, `a ${first}`);
  return { what: `${first} ${id}`, read: (archive) => replayRecord(archive, spec, id) };
}

function recordNumber(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`replay needs the number of ${what}`);
  return Number(text);
}
