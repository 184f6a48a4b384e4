/** `paths`: prints paths through a machine, in one of the formats. */
import type { CliWorld, ExitCode } from '../cli-world.ts';
import { formatGherkin } from '../format/gherkin.ts';
import { formatJson } from '../format/json.ts';
import { formatPlaywright } from '../format/playwright.ts';
import { reportPaths, type PathReport } from '../format/report.ts';
import { formatText } from '../format/text.ts';
import type { MachineModel } from '../models/model.ts';
import { modelNamed } from '../models/registry.ts';
import { generateSimplePaths, type PathKind, type SimplePaths } from '../paths.ts';
import { COUNTED_MAX } from '../simple-walks.ts';
import { UsageError } from '../usage-error.ts';

interface Options {
  readonly shortest: boolean;
  readonly simple: boolean;
  readonly 'max-length'?: string | undefined;
  readonly limit?: string | undefined;
  readonly format: string;
  readonly out?: string | undefined;
}

/** More paths than a tester can walk by hand. */
export const WALKS_DEFAULT = 1_000;

const FORMATS = {
  text: formatText,
  json: formatJson,
  gherkin: formatGherkin,
  playwright: formatPlaywright,
} as const;

/** Exits with 1 if the edge cover misses a transition. */
export async function pathsCommand(
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
  const report = reportOf(modelNamed(world.models, name), options, world);
  const text = FORMATS[options.format](report);
  if (options.out === undefined) world.print(text);
  else await world.writeFile(options.out, text);
  return reportGaps(report, world);
}

function reportOf(model: MachineModel, options: Options, { printError }: CliWorld): PathReport {
  const kind = kindOf(options);
  if (kind !== 'simple') return reportPaths(model, kind);
  const limit = positive(options.limit, '--limit') ?? WALKS_DEFAULT;
  const lengthMax = positive(options['max-length'], '--max-length');
  const found = generateSimplePaths(model, { limit, lengthMax }, (counted) =>
    printError(`${model.name}: ${counted} walks counted so far\n`),
  );
  const bounds = boundsText(found);
  if (bounds !== undefined) printError(`${model.name}: ${bounds}\n`);
  return reportPaths(model, kind, found.paths);
}

/** Undefined if these are all paths. */
function boundsText({ paths, count, cutAt }: SimplePaths): string | undefined {
  const total = count < COUNTED_MAX ? String(count) : `${COUNTED_MAX} or more`;
  const ways = 'see --limit and --max-length';
  if (cutAt !== null && paths.length !== count)
    return `${paths.length} walks of up to ${cutAt} steps, instead of ${total}; ${ways}`;
  if (cutAt !== null) return `all ${total} walks of up to ${cutAt} steps; longer ones end there`;
  return paths.length === count ? undefined : `the first ${paths.length} of ${total}; ${ways}`;
}

function kindOf({ shortest, simple, limit, 'max-length': lengthMax }: Options): PathKind {
  if (shortest && simple) throw new UsageError('choose one of --shortest and --simple');
  if (!simple && (limit ?? lengthMax) !== undefined)
    throw new UsageError('--limit and --max-length are for --simple');
  if (shortest) return 'shortest';
  return simple ? 'simple' : 'edge';
}

function positive(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError(`${option} needs a whole number from 1 to 999999`);
  return Number(text);
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
