/** A note of the user's cancellations and open purchases of the day. */
import { useFiatStanding } from '../../app/fiat/use-fiat-standing.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../parts/notice.tsx';

/** The buyer's limits for today, shown before they are reached. Nothing while none is used. */
export function StandingNote() {
  const t = useText('fiat');
  const format = useFormat();
  const { data } = useFiatStanding();
  if (data === null) return null;
  const { cancellations_today: cancelled, cancellations_max: max, barred_until: until } = data;
  if (until !== null)
    return <Notice tone="warn">{t('standing.barred', { time: format.dateTime(until) })}</Notice>;
  const lines = [
    cancelled > 0 ? t('standing.cancelled', { cancelled, max }) : null,
    data.open_purchases > 0
      ? t('standing.open', { open: data.open_purchases, max: data.open_purchases_max })
      : null,
  ].filter((line) => line !== null);
  if (lines.length === 0) return null;
  return (
    <Notice tone={cancelled > 0 ? 'warn' : 'plain'}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}
