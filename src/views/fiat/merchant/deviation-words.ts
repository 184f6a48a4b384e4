/** The hooks that word a price's deviation from the reference price. */
import { LIMITS } from '../../../../contract/limits.ts';
import { judgePercent } from '../../../../contract/fiat/fiat-price.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Parts of a million in a hundredth of a percent. */
const PPM_PER_BP = 100;

/** How far prices may be from the reference, as text. */
export function useBandText(): string {
  const format = useFormat();
  return format.rate(LIMITS.fiat_price_band_bp * PPM_PER_BP);
}

/** What it means that a price is so many percent above the reference, for an ad of that side. */
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
    return [...sentences, ...(isTooFar ? [t('deviation.tooFar', { band })] : [])].join(' ');
  };
}
