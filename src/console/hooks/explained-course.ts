/** Converts a record's lifecycle and log into a drawable chart. */
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import { explain, type ExplainedEvent } from '../../../machines/domain/explain/explain.ts';
import { LIFECYCLES } from '../../../machines/domain/explain/lifecycles.ts';
import { declaredStates } from '../../../machines/domain/explain/machine-shape.ts';
import { rememberedText } from '../../../machines/domain/explain/remembered.ts';
import { pathsAround } from '../../../machines/domain/explain/state-path.ts';
import { layOut, type ChartLayout } from '../views/course/chart-layout.ts';

/** A record's course, ready to be drawn. */
export interface Course {
  readonly layout: ChartLayout;
  /** Dotted path of the state that it is in. */
  readonly present: string;
  /** Paths of states that it is or was in, and of those around them. */
  readonly passed: ReadonlySet<string>;
  /** Ids of the transitions that it took. */
  readonly taken: ReadonlySet<string>;
  /** Whether the state is the present one, or around it. */
  isAround(path: string): boolean;
  readonly events: readonly ExplainedEvent[];
}

/** Draws and explains what the server says of a record, by the machine that both have. */
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

/** What the record remembers by name, amounts as decimals; null for nothing. */
export const rememberedOf = ({
  context,
}: LifecycleReport): readonly (readonly [string, string | null])[] =>
  Object.entries(context).map(([name, value]) => [
    name,
    value === null ? null : rememberedText(name, value),
  ]);
