/** The coverage of each machine on each target: states, transitions, refusals. */
import { declaredStates, declaredTransitions } from '../machines/domain/explain/machine-shape.ts';
import {
  COVERAGE_TARGETS,
  refusalId,
  type CoverageEntry,
  type CoverageTarget,
} from './coverage-log.ts';
import type { MachineModel } from './models/model.ts';
import { generateRefusals } from './paths.ts';

interface Covered {
  readonly total: number;
  readonly hit: number;
  readonly missed: readonly string[];
  /** Neither taken nor missed: runs have found that the target has no call for it. */
  readonly withoutCall: readonly string[];
}
const COVERED_KINDS = ['states', 'transitions', 'refusals'] as const;
type TargetCoverage = Readonly<Record<(typeof COVERED_KINDS)[number], Covered>>;

interface ModelCoverage {
  readonly model: string;
  /** Null for a target on which no path of the model was run. */
  readonly targets: Readonly<Record<CoverageTarget, TargetCoverage | null>>;
}

export function coverageOf(model: MachineModel, log: readonly CoverageEntry[]): ModelCoverage {
  const own = log.filter((entry) => entry.model === model.name);
  const excused = Object.keys(model.unreachable ?? {});
  const states = declaredStates(model.machine)
    .filter(({ type }) => type !== 'history')
    .map(({ path }) => path)
    .filter((path) => !excused.includes(path));
  const transitions = declaredTransitions(model.machine)
    .map(({ id }) => id)
    .filter((id) => !excused.includes(id));
  const refusals = generateRefusals(model).flatMap(({ situation, refused }) =>
    refused.map(({ label }) => refusalId(situation, label)),
  );
  const targetOf = (target: CoverageTarget): TargetCoverage | null => {
    const entries = own.filter((entry) => entry.target === target);
    if (entries.length === 0) return null;
    const hits = (kind: (typeof COVERED_KINDS)[number]) =>
      new Set(entries.flatMap((entry) => entry[kind]));
    const withoutCall = new Set(entries.flatMap((entry) => entry.withoutCall ?? []));
    return {
      states: covered(states, hits('states')),
      transitions: covered(transitions, hits('transitions')),
      refusals: covered(refusals, hits('refusals'), withoutCall),
    };
  };
  const targets = Object.fromEntries(COVERAGE_TARGETS.map((target) => [target, targetOf(target)]));
  return { model: model.name, targets: targets as ModelCoverage['targets'] };
}

function covered(
  all: readonly string[],
  hits: ReadonlySet<string>,
  impossible: ReadonlySet<string> = new Set(),
): Covered {
  const left = all.filter((id) => !hits.has(id));
  return {
    total: all.length,
    hit: all.length - left.length,
    missed: left.filter((id) => !impossible.has(id)),
    withoutCall: left.filter((id) => impossible.has(id)),
  };
}

/** Returns a table; with `isDetailed`, it names the missed elements and those without a call. */
export function targetCoverageText(models: readonly ModelCoverage[], isDetailed: boolean): string {
  const head = ['machine', 'covered', ...COVERAGE_TARGETS];
  const rows = models.flatMap(({ model, targets }) =>
    COVERED_KINDS.map((kind, index) => [
      index === 0 ? model : '',
      kind,
      ...COVERAGE_TARGETS.map((target) => shareText(targets[target]?.[kind])),
    ]),
  );
  const table = aligned([head, ...rows]);
  if (!isDetailed) return `${table}\n`;
  const named = models.flatMap(({ targets }) =>
    COVERAGE_TARGETS.flatMap((target) =>
      COVERED_KINDS.flatMap((kind) => {
        const { missed = [], withoutCall = [] } = targets[target]?.[kind] ?? {};
        return [
          ...missed.map((id) => `  not on ${target}: ${kind} ${id}`),
          ...withoutCall.map((id) => `  no call exists on ${target}: ${kind} ${id}`),
        ];
      }),
    ),
  );
  return `${[table, ...named].join('\n')}\n`;
}

function shareText(share: Covered | undefined): string {
  if (share === undefined) return '-';
  const { hit, total, withoutCall } = share;
  const exceptions = withoutCall.length === 0 ? '' : ` (no call for ${withoutCall.length})`;
  return `${hit} of ${total}${exceptions}`;
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
