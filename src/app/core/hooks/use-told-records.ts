/** The hook that keeps the newest pushed version of each record of a screen. */
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import {
  createToldRecordsMachine,
  type ToldRecord,
} from '../../../../machines/app/core/told-records.machine.ts';

export interface ToldRecords<Told> {
  readonly told: Readonly<Record<string, Told>>;
  /** Adds a record; a version older than the stored one is ignored. */
  readonly tell: (key: string, record: Told) => void;
  readonly forget: () => void;
}

/** Returns the records of user events since the screen was opened. */
export function useToldRecords<Told extends ToldRecord>(): ToldRecords<Told> {
  const [machine] = useState(() => createToldRecordsMachine<Told>());
  const [snapshot, send] = useMachine(machine);
  return {
    told: snapshot.context.told,
    tell: (key, record) => send({ type: 'record.told', key, record }),
    forget: () => send({ type: 'news.missed' }),
  };
}
