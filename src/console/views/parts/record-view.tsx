/** The result of a GET call, or its loading or error state. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import type { OperatorQueryView } from '../../hooks/use-operator-query.ts';

interface RecordViewProps<Data> {
  readonly query: OperatorQueryView<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The answer of a call, or its loading or error state. */
export function RecordView<Data>({ query, children }: RecordViewProps<Data>) {
  const t = useText('operator');
  if (query.data !== null) return children(query.data);
  return query.status === 'loading' ? (
    <SkeletonRows label={t('loading')} rows={6} />
  ) : (
    <ErrorState error={query.error} onRetry={query.retry} />
  );
}
