/** The hook that names a kind of record. */
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Returns a function that names a kind of record; every kind has a text. */
export function useKindText(): (kind: LifecycleKind) => string {
  const t = useText('operator');
  return (kind) => t(`kind.${kind}` as 'kind.fiat-order');
}
