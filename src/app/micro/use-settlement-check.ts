/** The hook of the check page: a file is chosen, and its ten verdicts come back. */
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import type { CheckedSettlement } from '../../../machines/app/micro/checked-settlement.ts';
import { pastedRecord } from '../../../machines/app/micro/pasted-record.ts';
import {
  createSettlementCheckMachine,
  type CheckAnswer,
  type CheckProblem,
  type CheckSource,
} from '../../../machines/app/micro/settlement-check.machine.ts';
import { callAnswer } from '../core/api/call-answer.ts';
import { INLINE } from '../core/forms/form-deps.ts';
import { newRandomId } from '../core/random-id.ts';
import type { Runtime } from '../core/runtime.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { proofFunctions } from './browser-proofs.ts';
import { checkSettlementFile, keepPublishedKey } from './check-settlement-file.ts';

/** Name of a file whose text was pasted. */
const PASTED_NAME = 'settlement.json';

interface SettlementCheckView {
  readonly status: 'empty' | 'checking' | 'checked' | 'failed';
  readonly checked: CheckedSettlement | null;
  readonly problem: CheckProblem | null;
  readonly choose: (file: File) => void;
  /** Takes a receipt, a link to its check, or the text of a file. */
  readonly paste: (text: string) => void;
  readonly retry: () => void;
}

/** @param receipt public name of the order in the address; null for none. */
export function useSettlementCheck(receipt: string | null): SettlementCheckView {
  const runtime = useRuntime();
  const [files] = useState(() => new Map<string, File>());
  const [machine] = useState(() =>
    createSettlementCheckMachine<CheckedSettlement>().provide({
      actors: {
        check: fromPromise<CheckAnswer<CheckedSettlement>, { source: CheckSource | null }>(
          ({ input }) => checkSource(runtime, files, input.source),
        ),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  useEffect(() => {
    // A library that does not load is the problem of a check, which tries again.
    proofFunctions(runtime.page).catch(() => undefined);
    void keepPublishedKey(runtime);
  }, [runtime]);
  useEffect(() => {
    if (receipt !== null)
      send({ type: 'source.choose', source: { kind: 'receipt', token: receipt } });
  }, [receipt, send]);
  const choose = (file: File) => {
    const id = newRandomId();
    files.clear();
    files.set(id, file);
    const source = { kind: 'file', id, name: file.name, bytes: file.size } as const;
    send({ type: 'source.choose', source });
  };
  return {
    status: snapshot.value,
    checked: snapshot.context.report,
    problem: snapshot.context.problem,
    choose,
    paste: (text) => {
      const pasted = pastedRecord(text);
      if (pasted.kind === 'file') choose(new File([pasted.text], PASTED_NAME));
      else send({ type: 'source.choose', source: pasted });
    },
    retry: () => send({ type: 'check.retry' }),
  };
}

async function checkSource(
  runtime: Runtime,
  files: ReadonlyMap<string, File>,
  source: CheckSource | null,
): Promise<CheckAnswer<CheckedSettlement>> {
  if (source?.kind === 'receipt') {
    const request = runtime.api.call('getMicroSettlement', { receipt: source.token }, INLINE);
    const answer = await callAnswer(request);
    return answer.ok
      ? checkSettlementFile(runtime, answer.value)
      : { ok: false, problem: answer.error };
  }
  const file = source?.kind === 'file' ? files.get(source.id) : undefined;
  if (file === undefined) return { ok: false, problem: 'unreadable' };
  return checkSettlementFile(runtime, JSON.parse(await file.text()));
}
