/** The hook behind buttons of records: one running action per record. */
import { useState, useSyncExternalStore } from 'react';
import { createPendingActions, type PendingActions } from '../live/pending-actions.ts';

export interface PendingActionsView extends Pick<PendingActions, 'begin'> {
  /** Whether an action on this record is running. */
  isPending(key: string): boolean;
}

/** Actions of buttons on records, one at a time per record. */
export function usePendingActions(): PendingActionsView {
  const [actions] = useState(createPendingActions);
  const pending = useSyncExternalStore(actions.subscribe, actions.get);
  return { isPending: (key) => pending.has(key), begin: actions.begin };
}
