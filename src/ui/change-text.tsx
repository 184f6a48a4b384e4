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
        'figures whitespace-nowrap font-medium',
        isUp ? 'arrow-up' : 'arrow-down',
        isPill
          ? 'inline-block h-8 w-22 rounded-tag [--arrow-start:8px] pe-2 text-end leading-8'
          : 'ps-3',
        tone,
        className,
      )}
    >
      {format.change(change)}
    </span>
  );
}
