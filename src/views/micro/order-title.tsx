/** The name of a fast contract: direction, instrument, duration and stake. */
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';

interface OrderTitleProps {
  readonly order: MicroOrderInfo;
}

export function OrderTitle({ order }: OrderTitleProps) {
  const t = useText('micro');
  const format = useFormat();
  const { direction, instrument, seconds, stake, currency_code: code } = order;
  return (
    <>
      <span className={direction === 'up' ? 'text-up' : 'text-down'}>
        {t(`verify.direction.${direction}`)}
      </span>{' '}
      <span className="font-semibold">{instrument}</span>{' '}
      <span className="text-muted">
        {t('verify.seconds', { value: seconds })} · {format.amount(stake)} {code}
      </span>
    </>
  );
}
