/** The list of pairs with its loading, empty and error states. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { PAIR_ROWS } from '../parts/market/pair-row.tsx';
import type { Pair } from '../parts/market/pair.ts';
import type { PairsView } from '../parts/market/use-pairs.ts';

interface PairListProps<P extends Pair> {
  readonly view: PairsView<P>;
  /** The pairs that match the view, in order. */
  readonly pairs: readonly P[];
  /** The text of the search, for the explanation of an empty list. */
  readonly query: string;
  /** Explains an empty list without a search. */
  readonly empty: { readonly title: string; readonly hint: string };
  readonly renderRow: (pair: P) => ReactNode;
  readonly label: string;
}

/** Rows of pairs, or the loading, empty or error state. */
export function PairList<P extends Pair>(props: PairListProps<P>) {
  const { view, pairs, query, empty, renderRow, label } = props;
  const t = useText('market');
  if (view.status === 'loading') return <SkeletonRows label={t('list.loading')} rows={10} />;
  if (view.status === 'failure') return <ErrorState error={view.error} onRetry={view.retry} />;
  if (pairs.length === 0) {
    return query === '' ? (
      <EmptyState title={empty.title} hint={empty.hint} />
    ) : (
      <EmptyState title={t('list.noMatch', { query })} hint={t('list.noMatchHint')} />
    );
  }
  return (
    <VirtualList
      label={label}
      items={pairs}
      className={PAIR_ROWS}
      rowKey={(pair) => pair.key}
      renderRow={renderRow}
    />
  );
}
