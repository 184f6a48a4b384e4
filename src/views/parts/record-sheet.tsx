/** The sheet of the record that the address names. */
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import type { QueryView } from '../../app/core/hooks/use-query.ts';
import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { useAddressChoice } from './filter-bar.tsx';

interface RecordSheetProps {
  readonly title: string;
  /** Renders the record with the id of the address. */
  readonly children: (id: string) => ReactNode;
}

/**
 * Location state of a visit that a row of the same page started: closing goes back, and leaves no
 * history entry.
 */
export const FROM_LIST = 'fromList';

/** The record of `?id=` above the list; closing removes the id from the address. */
export function RecordSheet({ title, children }: RecordSheetProps) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const choose = useAddressChoice();
  const id = address.get('id');
  const { state } = useLocation();
  const close = () => {
    if (state === FROM_LIST) void navigate(-1);
    else choose('id', '');
  };
  return (
    <Sheet isOpen={id !== null} onClose={close} title={title} isText isInAddress>
      <div className="px-5 pb-6">
        {id !== null && (isRecordId(id) ? children(id) : <NoRecord />)}
      </div>
    </Sheet>
  );
}

const isRecordId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

interface RecordStateProps<Record> {
  readonly query: QueryView<Record>;
  /** The error for a missing record. */
  readonly missing: ProblemName;
  readonly children: (record: Record) => ReactNode;
}

/** The loaded record, or its loading or error state. */
export function RecordState<Record>({ query, missing, children }: RecordStateProps<Record>) {
  const t = useText('wallet');
  if (query.status === 'loading') return <SkeletonRows label={t('record.loading')} rows={4} />;
  if (query.status === 'success') return children(query.data);
  if (query.error === missing) return <NoRecord />;
  return <ErrorState error={query.error} onRetry={query.retry} />;
}

function NoRecord() {
  const t = useText('wallet');
  return (
    <div role="alert">
      <EmptyState title={t('record.notFound')} hint={t('record.notFoundHint')} />
    </div>
  );
}
