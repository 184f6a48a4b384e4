/** The hook that collects changes of own records of one kind while a screen shows. */
import { useMemo } from 'react';
import type { UpdateKind, UserRecords } from '../../../../contract/user-records.ts';
import type { PushedRecord } from '../../../../machines/app/core/pushed-records.machine.ts';
import { usePushedRecords } from './use-pushed-records.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from './use-user-updates.ts';

/** Records with an id, and a revision that rises with each change. */
type NumberedKind = {
  [Kind in UpdateKind]: UserRecords[Kind] extends PushedRecord & { readonly id: string }
    ? Kind
    : never;
}[UpdateKind];

/**
 * Returns the user's records of this kind that changed since the screen was opened, by id, in their
 * present state. Empty after missed events: the records may have changed again, and lists are
 * reloaded then.
 */
export function useRecordUpdates<Kind extends NumberedKind>(
  kind: Kind,
): ReadonlyMap<string, UserRecords[Kind]> {
  const { pushed, add, forget } = usePushedRecords<UserRecords[Kind]>();
  useUserUpdates(kind, (record) => add(record.id, record));
  useReloadAfterMissedUpdates(forget);
  return useMemo(() => new Map(Object.entries(pushed)), [pushed]);
}
