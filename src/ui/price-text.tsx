/** A price in the decimals of its market, colored by its direction. */
import { priceOrDash } from '../format/no-price.ts';
import { changeDirection, type ChangeDirection } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { classNames } from './class-names.ts';

interface PriceTextProps {
  /** Decimal text; `0` shows a dash. */
  readonly value: string;
  /** Decimals of the market. */
  readonly scale: number;
  /** Day change, which colors the price; null without a price. */
  readonly change: string | null;
  /** Whether it is older than the connection: gray. */
  readonly isStale?: boolean;
  readonly className?: string;
}

/** A price in digits of one width. */
export function PriceText({ value, scale, change, isStale = false, className }: PriceTextProps) {
  const format = useFormat();
  return (
    <span
      data-testid="price"
      data-stale={isStale}
      className={classNames('figures', priceTone(changeDirection(change), isStale), className)}
    >
      {priceOrDash(format, value, scale)}
    </span>
  );
}

/** Returns the color of a price: by the day change, gray while it is older than the connection. */
export function priceTone(direction: ChangeDirection, isStale: boolean): string {
  if (isStale || direction === 'none') return 'text-faint';
  return direction === 'up' ? 'text-up' : 'text-down';
}
