/** The hook behind buttons of records: one running action per record. */
import { useState, useSyncExternalStore } from 'react';
import { createPendingActions, type PendingActions } from '../live/pending-actions.ts';

export interface PendingActionsView extends Pick<PendingActions, 'begin'> {
  /** Whether something about this record is on its way. */
  isPending(key: string): boolean;
}

/** What buttons ask for about records: for each record one thing at a time. */
export function usePendingActions(): PendingActionsView {
  const [actions] = useState(createPendingActions);
  const pending = useSyncExternalStore(actions.subscribe, actions.get);
  return { isPending: (key) => pending.has(key), begin: actions.begin };
}
