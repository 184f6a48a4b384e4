/** The time for which a record has waited for an operator. */
import type { EpochMs } from '../../../../contract/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useNow } from '../../hooks/use-now.ts';

interface WaitingSinceProps {
  readonly at: EpochMs;
  /** Whether the record waits for an operator; a finished one shows its date. */
  readonly isWaiting: boolean;
}

/** The time for which a record has waited for an operator. */
export function WaitingSince({ at, isWaiting }: WaitingSinceProps) {
  const t = useText('operator');
  const format = useFormat();
  const now = useNow();
  const date = format.dateTime(at);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={isWaiting ? t('waitingSince', { time: date }) : undefined}
      className="shrink-0"
    >
      {isWaiting ? format.relative(Math.min(at, now), now) : date}
    </time>
  );
}
