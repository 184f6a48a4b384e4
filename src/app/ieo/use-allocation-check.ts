/** The hook of the check of an allocation in the browser. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { createAllocationCheckMachine } from '../../../machines/app/ieo/allocation-check.machine.ts';
import type { CallAnswer, ProblemName } from '../../../machines/app/core/problem.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { checkAllocation, type AllocationVerdict } from './check-allocation.ts';

interface AllocationCheckView {
  readonly status: 'idle' | 'checking' | 'checked' | 'failed';
  readonly verdict: AllocationVerdict | null;
  readonly problem: ProblemName | null;
  readonly begin: () => void;
}

/** Both arguments are constant while the check shows. @param ownEntry name of the user's subscription in the lists. */
export function useAllocationCheck(
  offeringId: string,
  ownEntry: string | null,
): AllocationCheckView {
  const { api } = useRuntime();
  const [machine] = useState(() =>
    createAllocationCheckMachine<AllocationVerdict>().provide({
      actors: {
        check: fromPromise<CallAnswer<AllocationVerdict>>(() =>
          callAnswer(checkAllocation(api, offeringId, ownEntry)),
        ),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { verdict, problem } = snapshot.context;
  return { status: snapshot.value, verdict, problem, begin: () => send({ type: 'check.begin' }) };
}
