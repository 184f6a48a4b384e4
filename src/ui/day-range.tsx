/** The position of the last price between the day's low and high. */
interface DayRangeProps {
  /** Decimal texts; a float is precise enough for a position on a line of a hundred pixels. */
  readonly low: string;
  readonly high: string;
  readonly close: string;
  /** Describes the position for screen readers. */
  readonly label: string;
}

/** Position of the price between the low and the high of the day. */
export function DayRange({ low, high, close, label }: DayRangeProps) {
  const span = Number(high) - Number(low);
  const share = span > 0 ? (Number(close) - Number(low)) / span : 0.5;
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <span className="relative block h-2.5">
      <span className="sr-only">{label}</span>
      <span aria-hidden className="absolute inset-x-0 top-1/2 h-px bg-edge" />
      <span
        aria-hidden
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 rounded-full bg-accent transition-[left] duration-300"
        style={{ left: `${percent}%` }}
      />
    </span>
  );
}
