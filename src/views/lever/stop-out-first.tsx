/** A warning that the account is stopped out before a stop-loss. */
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { ticksText } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface StopOutFirstProps {
  readonly pair: LeverPair;
  /** The stop-out price. */
  readonly ticks: number;
}

export function StopOutFirst({ pair, ticks }: StopOutFirstProps) {
  const t = useText('lever');
  const price = ticksText(useFormat(), ticks, pair.market.price_scale);
  return (
    <p data-testid="stop-out-first" className="text-warn">
      {t('target.stopOutFirst', { price })}
    </p>
  );
}
