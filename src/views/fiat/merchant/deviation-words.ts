/** The hooks of the texts about a price's deviation from the reference price. */
import { LIMITS } from '../../../../contract/limits.ts';
import { judgePercent } from '../../../../contract/fiat/fiat-price.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Millionths in a hundredth of a percent. */
const PPM_PER_BP = 100;

/** Returns the allowed distance of prices from the reference as text. */
export function useBandText(): string {
  const format = useFormat();
  return format.rate(LIMITS.fiat_price_band_bp * PPM_PER_BP);
}

/** Returns the text about a deviation in percent, for an ad of that side. */
export function useDeviationWords(): (side: string, percent: string) => string {
  const t = useText('fiat-merchant');
  const format = useFormat();
  const band = useBandText();
  return (side, percent) => {
    const above = percent.startsWith('-') ? 'Low' : 'High';
    const sentences = [
      t('deviation.far', { percent: format.change(percent) }),
      t(`deviation.${side === 'buy' ? 'buy' : 'sell'}${above}`),
    ];
    const isTooFar = judgePercent(percent) === 'too_far';
    const all = [...sentences, ...(isTooFar ? [t('deviation.tooFar', { band })] : [])];
    // The full stop of Chinese and Japanese brings its own space.
    return all.join(' ').replaceAll('。 ', '。');
  };
}
