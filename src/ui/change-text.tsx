/** A percent change with its color and sign. */
import { NO_FIGURE } from '../format/no-price.ts';
import { changeDirection, type ChangeDirection } from '../format/number.ts';
import { useFormat } from '../format/use-format.ts';
import { classNames } from './class-names.ts';

/** `plain`: colored text. `pill`: a filled tag of one width for columns. */
type ChangeLook = 'plain' | 'pill';

interface ChangeTextProps {
  /** Percent as decimal text; null shows a dash. */
  readonly change: string | null;
  readonly isStale?: boolean;
  readonly className?: string;
}

/** A change in percent: sign and arrow show the direction, the color repeats it. */
export function ChangeText({ change, isStale = false, className }: ChangeTextProps) {
  const format = useFormat();
  return (
    <span
      data-testid="change"
      className={classNames(changeStyle(changeDirection(change), isStale, 'plain'), className)}
    >
      {change === null ? NO_FIGURE : format.change(change)}
    </span>
  );
}

/** Returns the classes of an element that shows a change in percent. */
export function changeStyle(
  direction: ChangeDirection,
  isStale: boolean,
  look: ChangeLook,
): string {
  return classNames(
    'figures whitespace-nowrap font-medium',
    direction !== 'none' && `arrow-${direction}`,
    look === 'pill'
      ? 'inline-block h-[2rem] w-[5.5rem] rounded-tag [--arrow-start:8px] pe-[0.5rem] text-end leading-[2rem]'
      : 'ps-3',
    TONES[look][isStale || direction === 'none' ? 'stale' : direction],
  );
}

const TONES = {
  plain: { up: 'text-up', down: 'text-down', stale: 'text-faint' },
  pill: {
    up: 'text-up bg-up-soft',
    down: 'text-down bg-down-soft',
    stale: 'text-faint bg-tint',
  },
} as const;
