/** A note of the time from which candles come from trades on this exchange. */
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/**
 * Shows the time from which candles come from trades made here. `openedAt` is null before the first
 * trade.
 */
export function ChartOrigin({ openedAt }: { readonly openedAt: number | null }) {
  const t = useText('spot');
  const format = useFormat();
  return (
    <p className="text-xs text-faint">
      {openedAt === null
        ? t('chart.notOpened')
        : t('chart.openedAt', { time: format.dateTime(openedAt) })}
    </p>
  );
}
