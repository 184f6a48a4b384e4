/** The hook that collects changes of own records of one kind while a screen shows. */
import { useMemo } from 'react';
import type { NewsKind, UserRecords } from '../../../../contract/user-records.ts';
import type { PushedRecord } from '../../../../machines/app/core/pushed-records.machine.ts';
import { usePushedRecords } from './use-pushed-records.ts';
import { useReloadAfterMissedNews, useUserNews } from './use-user-news.ts';

/** Records with an id, and a revision that rises with each change. */
type NumberedKind = {
  [Kind in NewsKind]: UserRecords[Kind] extends PushedRecord & { readonly id: string }
    ? Kind
    : never;
}[NewsKind];

/**
 * Returns the user's records of this kind that changed since the screen was opened, by id, in their
 * present state. Empty after missed events: the records may have changed again, and lists are
 * reloaded then.
 */
export function useRecordNews<Kind extends NumberedKind>(
  kind: Kind,
): ReadonlyMap<string, UserRecords[Kind]> {
  const { pushed, add, forget } = usePushedRecords<UserRecords[Kind]>();
  useUserNews(kind, (record) => add(record.id, record));
  useReloadAfterMissedNews(forget);
  return useMemo(() => new Map(Object.entries(pushed)), [pushed]);
}
