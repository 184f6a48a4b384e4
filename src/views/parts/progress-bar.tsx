/** A progress bar of confirmations, with a mark. */
interface ProgressBarProps {
  readonly done: number;
  readonly total: number;
  /** Text for screen readers: `1 of 6 confirmations`. */
  readonly label: string;
  /** Position of a mark on the bar. */
  readonly mark?: number;
}

/** The number of confirmations out of the required ones. */
export function ProgressBar({ done, total, label, mark }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      className="relative block h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <span
        className="block h-full origin-left bg-accent transition-[scale] duration-300"
        style={{ scale: `${Math.min(1, done / Math.max(1, total))} 1` }}
      />
      {mark !== undefined && mark < total && (
        <span
          className="absolute inset-y-0 w-0.5 bg-edge"
          style={{ insetInlineStart: `${(mark / total) * 100}%` }}
        />
      )}
    </span>
  );
}
