/** The hook that acts when a form is refused for certain reasons. */
import { useEffect, useEffectEvent } from 'react';
import type { Problem, ProblemName } from '../../../../machines/app/core/problem.ts';

/** Calls `act` at each refusal that is one of `reasons`, for example to reload what the form shows. */
export function useWhenRefused(
  problems: readonly Problem<string>[],
  reasons: ReadonlySet<ProblemName>,
  act: () => void,
): void {
  const isRefused = problems.some(({ error }) => reasons.has(error));
  const run = useEffectEvent(act);
  useEffect(() => {
    if (isRefused) run();
  }, [isRefused]);
}
