/** The hook of the reason for which a contract order ended, in a sentence. */
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useText } from '../../i18n/use-text.ts';

/** Returns the reason of the close or of the cancellation; a dash while the order is open. */
export function useEndText({
  close_reason: closed,
  cancel_reason: cancelled,
}: LeverOrderInfo): string {
  const t = useText('lever');
  if (closed !== null) return t(`closeReason.${closed}`);
  return cancelled === null ? '–' : t(`cancelReason.${cancelled}`);
}
