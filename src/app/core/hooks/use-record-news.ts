/** The hook that collects changes of own records of one kind while a screen shows. */
import { useMemo } from 'react';
import type { NewsKind, UserRecords } from '../../../../contract/user-records.ts';
import type { ToldRecord } from '../../../../machines/app/core/told-records.machine.ts';
import { useToldRecords } from './use-told-records.ts';
import { useReloadAfterMissedNews, useUserNews } from './use-user-news.ts';

/** Records with an id, and a revision that rises with each change. */
type NumberedKind = {
  [Kind in NewsKind]: UserRecords[Kind] extends ToldRecord & { readonly id: string } ? Kind : never;
}[NewsKind];

/**
 * Returns the user's records of this kind that changed since the screen was opened, by id, in their
 * present state. Empty after missed events: the records may have changed again, and lists are
 * reloaded then.
 */
export function useRecordNews<Kind extends NumberedKind>(
  kind: Kind,
): ReadonlyMap<string, UserRecords[Kind]> {
  const { told, tell, forget } = useToldRecords<UserRecords[Kind]>();
  useUserNews(kind, (record) => tell(record.id, record));
  useReloadAfterMissedNews(forget);
  return useMemo(() => new Map(Object.entries(told)), [told]);
}
