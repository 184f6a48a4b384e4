/** The commands of `npm run qa`, without the process around them. */
import { parseArgs } from 'node:util';
import { coverageText } from './coverage.ts';
import { generatePages, writePages } from './docs/pages.ts';
import { formatGherkin } from './format/gherkin.ts';
import { formatJson } from './format/json.ts';
import { reportPaths, type PathReport } from './format/report.ts';
import { formatText } from './format/text.ts';
import type { MachineModel } from './models/model.ts';
import { modelNamed, UnknownMachineError } from './models/registry.ts';
import type { PathKind } from './paths.ts';
import type { OrderArchive } from './replay/order-archive.ts';
import { ArchiveError } from './replay/order-archive.ts';
import { replayJson, replayText } from './replay/replay-format.ts';
import { replayOrder } from '../server/spot/order-lifecycle.ts';

/** What a command needs of the outside. */
export interface CliWorld {
  readonly models: readonly MachineModel[];
  /** Folder of the repository, where `docs` writes. */
  readonly root: string;
  print(text: string): void;
  printError(text: string): void;
  writeFile(path: string, text: string): Promise<void>;
  /** Opens what an exchange has stored; closed by the command. @throws ArchiveError */
  openArchive(): Promise<OrderArchive>;
}

/** 0: done. 1: the paths miss a transition, or a replay differs. 2: wrong use, nothing was done. */
export type ExitCode = 0 | 1 | 2;

const HELP = `Usage: npm run qa -- <command>

  list                        machines, with their number of states and transitions
  paths <machine> [options]   walks through a machine, for tests and test plans
  docs                        writes docs/generated (machines, errors, limits, endpoints, channels)
  replay <order>              the event log of an order, step by step, to its present state

Options of replay (reads DATABASE_URL, or the embedded database of DATA_DIR, running or not):
  --json                      for programs

Options of paths:
  (none)                      edge cover: every event in every kind of state, all transitions
  --shortest                  one shortest walk to every kind of state
  --simple                    every walk without a loop
  --format text|json|gherkin  default text
  --out <file>                write to a file instead of the terminal

  --help                      this text

Exit codes: 0 done, 1 a transition or state is neither covered nor declared unreachable, or the replay
of an order differs from what is stored, 2 wrong use.
`;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const ERRORS_OF_USE = [UsageError, UnknownMachineError, ArchiveError];

const FORMATS = { text: formatText, json: formatJson, gherkin: formatGherkin } as const;

/** Runs one command; every fault of use is said in one line on the error output. */
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
        return await paths(rest, values, world);
      case 'replay':
        return await replay(rest, values, world);
      default:
        throw new UsageError(`unknown command "${command}"; commands: list, paths, docs, replay`);
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
        format: { type: 'string', default: 'text' },
        out: { type: 'string' },
        json: { type: 'boolean', default: false },
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

async function paths(
  positionals: readonly string[],
  options: Options,
  world: CliWorld,
): Promise<ExitCode> {
  const [name, ...surplus] = positionals;
  if (name === undefined) throw new UsageError('paths needs the name of a machine');
  if (surplus.length > 0) throw new UsageError(`unexpected argument "${surplus[0]}"`);
  if (!isFormat(options.format))
    throw new UsageError(
      `unknown format "${options.format}"; formats: ${Object.keys(FORMATS).join(', ')}`,
    );
  const report = reportPaths(modelNamed(world.models, name), kindOf(options));
  const text = FORMATS[options.format](report);
  if (options.out === undefined) world.print(text);
  else await world.writeFile(options.out, text);
  return reportGaps(report, world);
}

async function replay(
  positionals: readonly string[],
  { json }: Options,
  { openArchive, print, printError }: CliWorld,
): Promise<ExitCode> {
  const [id = '', ...surplus] = positionals;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new UsageError('replay needs the number of an order');
  if (surplus.length > 0) throw new UsageError(`unexpected argument "${surplus[0]}"`);
  const archive = await openArchive();
  try {
    const record = await archive.find(Number(id));
    if (record === undefined) throw new UsageError(`there is no order ${id}`);
    const result = replayOrder(record);
    print(json ? replayJson(record, result) : replayText(record, result));
    if (result.faults.length === 0) return 0;
    printError(`order ${id} is not what its log says:\n  ${result.faults.join('\n  ')}\n`);
    return 1;
  } finally {
    await archive.close();
  }
}

function kindOf({ shortest, simple }: Options): PathKind {
  if (shortest && simple) throw new UsageError('choose one of --shortest and --simple');
  if (shortest) return 'shortest';
  return simple ? 'simple' : 'edge';
}

/** Only the edge cover promises all transitions. */
function reportGaps({ kind, coverage }: PathReport, { printError }: CliWorld): ExitCode {
  const gaps = [
    ...coverage.states.missed,
    ...coverage.transitions.missed,
    ...coverage.wronglyUnreachable,
  ];
  if (kind !== 'edge' || gaps.length === 0) return 0;
  printError(`not covered, or wrongly declared unreachable:\n  ${gaps.join('\n  ')}\n`);
  return 1;
}

function isFormat(format: string): format is keyof typeof FORMATS {
  return Object.hasOwn(FORMATS, format);
}
