/** The direction, size and multiple of a contract order. */
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';

interface DirectionTextProps {
  readonly order: Pick<LeverOrderInfo, 'direction' | 'lots' | 'multiple'>;
  /** `BTC/USDT`. */
  readonly label: string;
}

/** `Long BTC/USDT 250 lots ×20`. */
export function DirectionText({ order, label }: DirectionTextProps) {
  const t = useText('lever');
  const { direction, lots, multiple } = order;
  return (
    <>
      <span className={classNames('font-semibold', direction === 'long' ? 'text-up' : 'text-down')}>
        {t(`direction.${direction}`)}
      </span>{' '}
      <span className="font-semibold">{label}</span>{' '}
      <span className="figures text-xs whitespace-nowrap text-muted">
        {t('order.size', { count: lots, multiple })}
      </span>
    </>
  );
}
