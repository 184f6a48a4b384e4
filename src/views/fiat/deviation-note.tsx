/** A warning that an ad's price is far from the market price. */
import { judgePercent } from '../../../contract/fiat/fiat-price.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

/** How far the price of an ad is from the market, where that is far: nobody takes it by surprise. */
export function DeviationNote({ ad }: { readonly ad: FiatAd }) {
  const t = useText('fiat');
  const format = useFormat();
  const deviation = ad.deviation_percent ?? '0';
  if (judgePercent(deviation) === 'near') return null;
  // The user who takes a sell ad buys.
  const isWorse = deviation.startsWith('-') === (ad.side === 'buy');
  return (
    <span className={`figures block text-xs ${isWorse ? 'text-warn' : 'text-muted'}`}>
      {t('ad.deviation', { percent: format.change(deviation) })}
    </span>
  );
}
