/** The hook that names an event of a lifecycle. */
import type { LifecycleKind } from '../../../../contract/lifecycle-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Returns a function that names an event of a lifecycle; every event has a text. */
export function useEventText(kind: LifecycleKind): (type: string) => string {
  const t = useText('operator');
  return (type) => {
    const [noun = '', verb = ''] = type.split('.');
    return t(`event.${kind}.${noun}.${verb}` as 'event.fiat-order.order.cancel');
  };
}
