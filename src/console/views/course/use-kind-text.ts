/** The hook that names a kind of record. */
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';

/** What records of a kind are called; every kind has its words. */
export function useKindText(): (kind: LifecycleKind) => string {
  const t = useText('operator');
  return (kind) => t(`kind.${kind}` as 'kind.fiat-order');
}
