/** A price in the decimals of its market, colored by its direction. */
import { changeDirection } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { classNames } from './class-names.ts';

interface PriceTextProps {
  /** Decimal text. */
  readonly value: string;
  /** Decimals of the market. */
  readonly scale: number;
  /** Colours the price by the day change. */
  readonly change: string;
  /** Older than the connection: grey. */
  readonly isStale?: boolean;
  readonly className?: string;
}

/** A price in figures of one width. */
export function PriceText({ value, scale, change, isStale = false, className }: PriceTextProps) {
  const format = useFormat();
  return (
    <span
      data-testid="price"
      data-stale={isStale}
      className={classNames('figures', priceTone(changeDirection(change), isStale), className)}
    >
      {format.price(value, scale)}
    </span>
  );
}

/** Colour of a price: by the day change, grey while it is older than the connection. */
export function priceTone(direction: 'up' | 'down', isStale: boolean): string {
  if (isStale) return 'text-faint';
  return direction === 'up' ? 'text-up' : 'text-down';
}
