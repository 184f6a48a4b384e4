/** A warning that an ad's price is far from the market price. */
import { judgePercent } from '../../../contract/fiat/fiat-price.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

/**
 * Warns of an ad's price that is far from the market price, so that no user takes it by mistake.
 */
export function DeviationNote({ ad }: { readonly ad: FiatAd }) {
  const t = useText('fiat');
  const format = useFormat();
  const deviation = ad.deviation_percent ?? '0';
  if (judgePercent(deviation) === 'near') return null;
  // A user who takes a sell ad buys.
  const isWorse = deviation.startsWith('-') === (ad.side === 'buy');
  return (
    <span className={`figures block text-xs ${isWorse ? 'text-warn' : 'text-muted'}`}>
      {t('ad.deviation', { percent: format.change(deviation) })}
    </span>
  );
}
