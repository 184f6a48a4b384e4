/** A set of paths with their coverage, as the input of every format. */
import { measureCoverage, type Coverage } from '../coverage.ts';
import type { MachineModel } from '../models/model.ts';
import { generatePaths, type Path, type PathKind } from '../paths.ts';

export interface PathReport {
  readonly model: MachineModel;
  readonly kind: PathKind;
  readonly paths: readonly Path[];
  readonly coverage: Coverage;
}

export function reportPaths(
  model: MachineModel,
  kind: PathKind,
  paths: readonly Path[] = generatePaths(model, kind),
): PathReport {
  return { model, kind, paths, coverage: measureCoverage(model, paths) };
}
