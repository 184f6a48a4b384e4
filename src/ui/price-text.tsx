import type { Ref } from 'react';
import { changeDirection } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { classNames } from './class-names.ts';

interface PriceTextProps {
  /** Decimal text. */
  readonly value: string;
  /** Decimals of the market. */
  readonly scale: number;
  /** Colours the price by the day change. */
  readonly change?: string;
  /** Older than the connection: grey. */
  readonly isStale?: boolean;
  readonly className?: string;
  readonly ref?: Ref<HTMLSpanElement>;
}

/** A price in figures of one width. */
export function PriceText(props: PriceTextProps) {
  const { value, scale, change, isStale = false, className, ref } = props;
  const format = useFormat();
  const tone =
    change === undefined ? undefined : changeDirection(change) === 'up' ? 'text-up' : 'text-down';
  return (
    <span
      ref={ref}
      data-testid="price"
      data-stale={isStale}
      className={classNames('figures', isStale ? 'text-faint' : tone, className)}
    >
      {format.price(value, scale)}
    </span>
  );
}
