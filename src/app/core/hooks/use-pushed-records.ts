/** The hook that keeps the newest pushed version of each record of a screen. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import {
  createPushedRecordsMachine,
  type PushedRecord,
} from '../../../../machines/app/core/pushed-records.machine.ts';

interface PushedRecords<Pushed> {
  readonly pushed: Readonly<Record<string, Pushed>>;
  /** Adds a record; a version older than the stored one is ignored. */
  readonly add: (key: string, record: Pushed) => void;
  readonly forget: () => void;
}

/** Returns the records of user events since the screen was opened. */
export function usePushedRecords<Pushed extends PushedRecord>(): PushedRecords<Pushed> {
  const [machine] = useState(() => createPushedRecordsMachine<Pushed>());
  const [snapshot, send] = useMachine(machine);
  return {
    pushed: snapshot.context.pushed,
    add: (key, record) => send({ type: 'record.pushed', key, record }),
    forget: () => send({ type: 'updates.missed' }),
  };
}
