import { changeDirection } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { classNames } from './class-names.ts';

interface ChangeTextProps {
  /** Percent as decimal text. */
  readonly change: string;
  readonly isStale?: boolean;
  /** `plain`: coloured text. `pill`: a filled tag of one width for columns. */
  readonly look?: 'plain' | 'pill';
  readonly className?: string;
}

/** A change in percent: sign and arrow say the direction, the colour repeats it. */
export function ChangeText(props: ChangeTextProps) {
  const { change, isStale = false, look = 'plain', className } = props;
  const format = useFormat();
  const isUp = changeDirection(change) === 'up';
  const isPill = look === 'pill';
  const tone = isStale
    ? classNames('text-faint', isPill && 'bg-raised')
    : isUp
      ? classNames('text-up', isPill && 'bg-up-soft')
      : classNames('text-down', isPill && 'bg-down-soft');
  return (
    <span
      data-testid="change"
      className={classNames(
        'figures inline-flex items-center gap-1 whitespace-nowrap font-medium',
        isPill && 'min-h-8 min-w-22 justify-end rounded-tag px-2',
        tone,
        className,
      )}
    >
      <svg aria-hidden viewBox="0 0 8 6" className="size-2 shrink-0 fill-current">
        <path d={isUp ? 'M4 0 8 6H0Z' : 'M4 6 0 0h8Z'} />
      </svg>
      {format.change(change)}
    </span>
  );
}
