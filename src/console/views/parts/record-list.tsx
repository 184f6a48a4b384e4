/** A list of records that loads page by page. */
import { useState, type ReactNode } from 'react';
import type { OperatorEndpointName } from '../../../../contract/operator/endpoints.ts';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../../contract/operator/routes.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/state-panel.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';

type ReadingCall = Exclude<OperatorEndpointName, 'readPicture'>;

/** Calls whose answer is a page with the cursor of the next page. */
type PagedCall = {
  [N in ReadingCall]: OperatorResponseOf<N> extends { readonly next: string | null } ? N : never;
}[ReadingCall];

interface RecordListProps<Name extends PagedCall, Entry> {
  readonly name: Name;
  /** Filter of the entries, without `before`. */
  readonly request: OperatorRequestInput<Name>;
  readonly entriesOf: (page: OperatorResponseOf<Name>) => readonly Entry[];
  readonly keyOf: (entry: Entry) => string;
  readonly label: string;
  /** Texts for an empty list: its state, and the next step. */
  readonly emptyTitle: string;
  readonly emptyHint: string;
  /** Reload interval. */
  readonly followMs?: number | null;
  readonly children: (entry: Entry) => ReactNode;
}

/** A list that loads page by page. Another filter needs another `key`. */
export function RecordList<Name extends PagedCall, Entry>(props: RecordListProps<Name, Entry>) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <ul aria-label={props.label} className="flex flex-col divide-y divide-line">
      {cursors.map((before, index) => (
        <RecordPage
          key={before ?? ''}
          {...props}
          before={before}
          isLast={index === cursors.length - 1}
          onMore={(next) => setCursors([...cursors, next])}
        />
      ))}
    </ul>
  );
}

function RecordPage<Name extends PagedCall, Entry>(
  props: RecordListProps<Name, Entry> & {
    readonly before: string | undefined;
    readonly isLast: boolean;
    readonly onMore: (next: string) => void;
  },
) {
  const {
    name,
    request,
    entriesOf,
    keyOf,
    emptyTitle,
    emptyHint,
    followMs = FOLLOW_MS.list,
    before,
    isLast,
    onMore,
    children,
  } = props;
  const t = useText('operator');
  const page = useOperatorQuery(name, { ...request, before }, followMs);
  if (page.data === null) {
    return (
      <li>
        {page.status === 'loading' ? (
          <SkeletonRows label={t('loading')} rows={before === undefined ? 8 : 3} />
        ) : (
          <ErrorState error={page.error} onRetry={page.retry} />
        )}
      </li>
    );
  }
  const { next } = page.data;
  const entries = entriesOf(page.data);
  if (entries.length === 0 && before === undefined) {
    return (
      <li>
        <EmptyState title={emptyTitle} hint={emptyHint} />
      </li>
    );
  }
  return (
    <>
      {entries.map((entry) => (
        <li key={keyOf(entry)}>{children(entry)}</li>
      ))}
      {isLast && next !== null && (
        <li className="flex justify-center py-4">
          <Button kind="quiet" size="small" onClick={() => onMore(next)}>
            {t('common:action.showMore')}
          </Button>
        </li>
      )}
    </>
  );
}
