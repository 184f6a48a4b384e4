/** Converts a record's lifecycle and log into a drawable chart. */
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import { explain, type ExplainedEvent } from '../../../machines/domain/explain/explain.ts';
import { LIFECYCLES } from '../../../machines/domain/explain/lifecycles.ts';
import { declaredStates } from '../../../machines/domain/explain/machine-shape.ts';
import { rememberedText } from '../../../machines/domain/explain/remembered.ts';
import { pathsAround } from '../../../machines/domain/explain/state-path.ts';
import { layOut, type ChartLayout } from './chart-layout.ts';

/** A record's lifecycle, ready to be drawn. */
export interface Course {
  readonly layout: ChartLayout;
  /** Dotted path of its present state. */
  readonly present: string;
  /** Paths of the states that it is or was in, and of their ancestors. */
  readonly passed: ReadonlySet<string>;
  /** Ids of the transitions that it took. */
  readonly taken: ReadonlySet<string>;
  /** Returns whether the state is the present one, or an ancestor of it. */
  isAround(path: string): boolean;
  readonly events: readonly ExplainedEvent[];
}

/** Draws and explains the server's report of a record, with the machine that both share. */
export function courseOf({ kind, state, context, steps }: LifecycleReport): Course {
  const around = new Set(pathsAround(state));
  return {
    layout: layOut(declaredStates(LIFECYCLES[kind].machine)),
    present: state,
    passed: new Set([...steps.flatMap((step) => pathsAround(step.state)), ...around]),
    taken: new Set(steps.flatMap((step) => step.taken)),
    isAround: (path) => around.has(path),
    events: explain({ kind, state, context }),
  };
}

/** Returns the record's context by name, amounts as decimals; null if it is empty. */
export const rememberedOf = ({
  context,
}: LifecycleReport): readonly (readonly [string, string | null])[] =>
  Object.entries(context).map(([name, value]) => [
    name,
    value === null ? null : rememberedText(name, value),
  ]);
